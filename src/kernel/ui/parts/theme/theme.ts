import {
  type CSSVariablesResolver,
  type MantineColorsTuple,
  createTheme,
  defaultVariantColorsResolver,
} from '@mantine/core';
import { dark, light } from './tokens.ts';

/**
 * Derived from #009070; filled areas are dark with white text by day and bright with dark text by night
 * (`tokens.ts`).
 */
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
/** Greys with a green tint; the last shades are for text. */
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
const night: MantineColorsTuple = [
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
  colors: { leaf, gray, dark: night },
  black: '#0c1a15',
  primaryColor: 'leaf',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  // Mantine derives text colours from the palette, regardless of the scheme.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const isMain = input.variant === 'filled' && (input.color ?? 'leaf') === 'leaf';
    return isMain ? { ...colors, color: 'var(--mantine-primary-color-contrast)' } : colors;
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  fontFamily:
    'Inter, "Inter Fallback", "Inter Fallback Wide", system-ui, -apple-system, "Noto Sans", "Noto Sans Devanagari", sans-serif',
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
  // A moving button makes the browser repaint the page before its action finishes.
  activeClassName: '',
  components: {
    // Forms are shown in the browser's top layer; a dropdown in a portal would open beneath it.
    Select: { defaultProps: { comboboxProps: { withinPortal: false } } },
    // Height of adjacent controls: thumb-sized on phones.
    Button: {
      vars: (_theme: unknown, { size }: { size?: unknown }) => ({
        // Matches the kit's buttons.
        root:
          size === undefined
            ? {
                '--button-height': 'var(--recoup-control)',
                '--button-fz': 'inherit',
                '--button-padding-x': '14px',
              }
            : {},
      }),
    },
    Checkbox: { defaultProps: { iconColor: 'var(--mantine-primary-color-contrast)' } },
    // The browser’s colour dropper is a button without a name.
    ColorInput: { defaultProps: { popoverProps: { withinPortal: false }, withEyeDropper: false } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--recoup-touch': '48px',
    '--recoup-deep': 'linear-gradient(160deg, var(--recoup-deep-2), var(--recoup-deep-1))',
  },
  light,
  dark,
});
