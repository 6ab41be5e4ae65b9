/** The kit's table of figures, labelled by the title of its card. */
import type { ComponentProps } from 'react';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { FigureTable as KitTable } from '#kernel/ui/figures/figure-table.tsx';

type Props = Omit<ComponentProps<typeof KitTable>, 'label' | 'none'> & { title: string };

export const FigureTable = ({ title, ...rest }: Props) => (
  <KitTable label={say.tableOf(title)} none={say.none} {...rest} />
);
