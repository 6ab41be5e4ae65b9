import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** Grown from #009070; filled shades pass 4.5:1 with white text in both schemes. */
const leaf = [
  '#e3f8f2',
  '#c9eee3',
  '#9bdfca',
  '#69cfaf',
  '#3fbf98',
  '#1fae86',
  '#009070',
  '#00785d',
  '#006a53',
  '#005845',
] as const;

export const theme = createTheme({
  colors: { leaf },
  primaryColor: 'leaf',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Devanagari", sans-serif',
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

/** Mantine's own dimmed and placeholder greys miss 4.5:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--recoup-touch': '44px' },
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': '#c92a2a',
    '--recoup-line': '#dde5e1',
    '--recoup-raised': '#f4f8f6',
    '--recoup-accent': '#00785d',
  },
  dark: {
    '--mantine-color-placeholder': '#a3b3ac',
    '--mantine-color-dimmed': '#a8b8b1',
    '--mantine-color-error': '#ff8787',
    '--recoup-line': '#33403b',
    '--recoup-raised': '#1d2824',
    '--recoup-accent': '#69cfaf',
  },
});
