-- Lines that await their order, and the first day of a gateway, are found without reading all lines.
create index gateway_rows_order on gateway_rows (gateway, order_ref) where attempt_id is null;
create index gateway_rows_gateway_day on gateway_rows (gateway, day);
