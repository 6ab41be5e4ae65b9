import { complianceRules } from '#contexts/contact/contract/compliance-rules.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { idOf, tableHandlers } from '#kernel/server/database/table.ts';
import { type ContactRule, collide, soundRule } from './rules.ts';
import { changesOf, rulesOfKind } from './store.ts';

export const complianceRuleRoutes = implement(complianceRules, {
  ...tableHandlers<typeof complianceRules>({
    domain: 'compliance-rules',
    table: 'compliance_rules',
    columns: {
      kind: 'kind',
      name: 'name',
      clientId: 'client_id',
      productType: 'product_type',
      fromDay: 'from_day',
      untilDay: 'until_day',
      startsAt: 'starts_at',
      endsAt: 'ends_at',
      channel: 'channel',
      most: 'most',
      everyDays: 'every_days',
      holdDays: 'hold_days',
      isActive: 'is_active',
    },
    label: 'name',
    shows: {
      client: sql`(select jsonb_build_object('name', c.name) from clients c where c.id = compliance_rules.client_id)`,
    },
    filters: { kind: (kind) => sql`kind = ${kind}` },
    async prepare(draft, { tx }, before) {
      const rule = soundRule({ ...before, ...draft } as unknown as ContactRule & { isActive?: boolean });
      if (rule.isActive !== false) {
        const others = await rulesOfKind(tx, rule.kind, before?.id as number | undefined);
        if (others.some((other) => collide(rule, other)))
          throw new Failure('INVALID_INPUT', {}, [{ path: 'fromDay', fault: 'invalid' }]);
      }
      return rule as unknown as Record<string, unknown>;
    },
  }),
  history: async ({ id }, { tx }) => changesOf(tx, await idOf(tx, 'compliance_rules', id)),
});
