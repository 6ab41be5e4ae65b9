import { type CSSVariablesResolver, type MantineColorsTuple, createTheme } from '@mantine/core';

/** Grown from #009070; filled shades pass 4.5:1 with white text in both schemes. */
const leaf: MantineColorsTuple = [
  '#e3f6f0',
  '#c9eee3',
  '#9bdfca',
  '#69cfaf',
  '#3fbf98',
  '#1fae86',
  '#009070',
  '#00785d',
  '#006a53',
  '#00513f',
];
/** Paper and ink with a breath of green; the last shades carry text. */
const gray: MantineColorsTuple = [
  '#f5f7f6',
  '#eef2f0',
  '#e3e9e6',
  '#cfd8d4',
  '#b6c2bd',
  '#93a49d',
  '#70827a',
  '#5d6e67',
  '#43544d',
  '#0c1a15',
];
const dark: MantineColorsTuple = [
  '#eaf1ee',
  '#b4c2bc',
  '#93a49d',
  '#5d6e67',
  '#30413a',
  '#223029',
  '#18251f',
  '#111c18',
  '#0a1210',
  '#060c0a',
];

export const theme = createTheme({
  colors: { leaf, gray, dark },
  black: '#0c1a15',
  primaryColor: 'leaf',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  fontFamily:
    'Inter, "Inter Fallback", system-ui, -apple-system, "Noto Sans", "Noto Sans Devanagari", sans-serif',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.35' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  // Phones and small tablets below 900 px (G030).
  breakpoints: { xs: '30em', sm: '40em', md: '56.25em', lg: '75em', xl: '90em' },
  respectReducedMotion: true,
  // A button that moves when it is pressed has the whole page painted before what it does is done.
  activeClassName: '',
  components: {
    // Forms are shown in the browser's top layer; a dropdown in a portal would open beneath it.
    Select: { defaultProps: { comboboxProps: { withinPortal: false } } },
    // The browser’s colour dropper is a button without a name.
    ColorInput: { defaultProps: { popoverProps: { withinPortal: false }, withEyeDropper: false } },
  },
});

/**
 * The tokens of every sheet. Ink writes, lines part, tints carry words of one meaning: brand for what went well or can be
 * done, bad for late, warn for soon, info for what is promised or only told, violet for settlements. `chart-*` draw.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--recoup-touch': '48px',
    '--recoup-deep': 'linear-gradient(160deg, var(--recoup-deep-2), var(--recoup-deep-1))',
  },
  light: {
    '--mantine-color-dimmed': 'var(--recoup-ink-3)',
    '--mantine-color-placeholder': 'var(--recoup-ink-3)',
    '--mantine-color-error': 'var(--recoup-bad)',
    '--mantine-color-default-border': '#cfd8d4',
    '--mantine-color-default-hover': '#eef2f0',
    '--recoup-canvas': '#f5f7f6',
    '--recoup-surface': '#fff',
    '--recoup-raised': '#f5f7f6',
    '--recoup-sunken': '#eef2f0',
    '--recoup-ink': '#0c1a15',
    '--recoup-ink-2': '#43544d',
    '--recoup-ink-3': '#5d6e67',
    '--recoup-line': '#e3e9e6',
    '--recoup-line-2': '#cfd8d4',
    '--recoup-accent': '#00785d',
    '--recoup-brand-tint': '#e3f6f0',
    '--recoup-brand-ink': '#00513f',
    '--recoup-deep-1': '#06342a',
    '--recoup-deep-2': '#0b4a3c',
    '--recoup-bad': '#b92323',
    '--recoup-bad-tint': '#fdeceb',
    '--recoup-warn': '#8a4f00',
    '--recoup-warn-tint': '#fff2dc',
    '--recoup-info': '#1c57b8',
    '--recoup-info-tint': '#e8f0fd',
    '--recoup-violet': '#5f3bb5',
    '--recoup-violet-tint': '#f0ebfc',
    '--recoup-chart-1': '#009070',
    '--recoup-chart-2': '#0b4a3c',
    '--recoup-chart-3': '#e2a33b',
    '--recoup-chart-4': '#3b7dd8',
    '--recoup-chart-5': '#8f6fe0',
    '--recoup-chart-6': '#c9d4cf',
    '--recoup-shade-1': '0 1px 2px rgb(12 26 21 / 5%)',
    '--recoup-shade-2': '0 1px 2px rgb(12 26 21 / 5%), 0 8px 24px -8px rgb(12 26 21 / 14%)',
    '--recoup-shade-3': '0 -8px 40px rgb(12 26 21 / 18%)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--recoup-ink-3)',
    '--mantine-color-placeholder': 'var(--recoup-ink-3)',
    '--mantine-color-error': 'var(--recoup-bad)',
    '--mantine-color-default-border': '#30413a',
    '--mantine-color-default-hover': '#18251f',
    '--recoup-canvas': '#0a1210',
    '--recoup-surface': '#111c18',
    '--recoup-raised': '#18251f',
    '--recoup-sunken': '#18251f',
    '--recoup-ink': '#eaf1ee',
    '--recoup-ink-2': '#b4c2bc',
    '--recoup-ink-3': '#93a49d',
    '--recoup-line': '#223029',
    '--recoup-line-2': '#30413a',
    '--recoup-accent': '#2cc79d',
    '--recoup-brand-tint': '#0f2f26',
    '--recoup-brand-ink': '#7fe3c6',
    '--recoup-deep-1': '#0d2a22',
    '--recoup-deep-2': '#12382d',
    '--recoup-bad': '#ff8a80',
    '--recoup-bad-tint': '#33191a',
    '--recoup-warn': '#f2bd6b',
    '--recoup-warn-tint': '#30240f',
    '--recoup-info': '#8fb8ff',
    '--recoup-info-tint': '#14233c',
    '--recoup-violet': '#bda6ff',
    '--recoup-violet-tint': '#231b3c',
    '--recoup-chart-1': '#2cc79d',
    '--recoup-chart-2': '#7fe3c6',
    '--recoup-chart-3': '#e2b35f',
    '--recoup-chart-4': '#6ea6f5',
    '--recoup-chart-5': '#ab91f2',
    '--recoup-chart-6': '#33443d',
    '--recoup-shade-1': 'none',
    '--recoup-shade-2': '0 8px 24px -8px rgb(0 0 0 / 60%)',
    '--recoup-shade-3': '0 -8px 40px rgb(0 0 0 / 60%)',
  },
});
