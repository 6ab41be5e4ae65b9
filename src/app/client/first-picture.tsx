/**
 * First picture of a screen, rendered by the server for phones: shell and first rows as the console renders them a
 * moment later. Inert, and not cached: one user's data exists within one synchronous call only.
 */
import {
  DEFAULT_THEME,
  MantineProvider,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { offerFiles } from '#contexts/files/client/port.ts';
import { dropPageAnswers, putPageAnswers } from '#kernel/client/calls/queries/page-answers.ts';
import { queryClient } from '#kernel/client/calls/queries/query.ts';
import { type SessionAccess, SessionProvider } from '#kernel/client/session/session.tsx';
import { dark, light } from '#kernel/ui/parts/theme/tokens.ts';
import { cssVariables, theme } from '#kernel/ui/parts/theme/theme.ts';
import { accessRead, firstScreens } from '../first-screens.ts';
import { bring } from './screens/current-screen.tsx';
import { screens } from './screens/screens.ts';
import { ShellOfRole } from './shells/shell-of-role.tsx';

offerFiles();
const merged = mergeMantineTheme(DEFAULT_THEME, theme);
/** More than a phone shows at once. */
const most = 7;

/** Their code is loaded before the first request. */
export const ready = Promise.all(
  screens.filter(({ path, shell }) => shell === 'agent' && path in firstScreens).map(bring),
);

const beginning = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'rows' in answer && Array.isArray(answer.rows)
    ? { ...answer, rows: answer.rows.slice(0, most) }
    : answer;

/** Where React omitted a suspended part, the remainder would shift once it loads. */
const hole = '<!--$!-->';

/** Answers by their address, as the page brings them; nothing if not all of the screen can be drawn. */
export function drawFirst(path: string, answers: Readonly<Record<string, unknown>>): string | undefined {
  const { row: access } = answers[accessRead] as { row: SessionAccess };
  try {
    putPageAnswers(Object.fromEntries(Object.entries(answers).map(([url, one]) => [url, beginning(one)])));
    const html = renderToString(
      <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queryClient}>
          <StaticRouter location={path}>
            <SessionProvider access={access}>
              <ShellOfRole />
            </SessionProvider>
          </StaticRouter>
        </QueryClientProvider>
      </MantineProvider>,
    );
    if (html.includes(hole)) return undefined;
    // Styles of single elements are not let in by the content policy; quotes within text are written otherwise.
    return `<div inert>${html.replaceAll(/ style="[^"]*"/g, '')}</div>`;
  } finally {
    queryClient.clear();
    dropPageAnswers();
  }
}

/** Theme variables used by style sheets, except palettes, which are referenced through tokens. */
const isPalette = /^--mantine-color-(?!leaf)[a-z]+-[0-9a-z]+/;
const { variables } = cssVariables(merged);
const common = defaultCssVariablesResolver(merged);
function rule(...sets: Readonly<Record<string, string>>[]): string {
  const all = sets.flatMap((set) => Object.entries(set)).filter(([name]) => !isPalette.test(name));
  return `:root{${all.map(([name, value]) => `${name}:${value}`).join(';')}}`;
}
/** Used until the console's styles load, which are later in the page. */
export const firstStyles = `${rule(common.variables, common.light, variables, light)}@media (prefers-color-scheme: dark){${rule(common.dark, dark)}}`;
