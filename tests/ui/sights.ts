/** Captured kit content: stacked parts, and overlays. */
import type { Page } from '@playwright/test';
import { desk, phone } from './kit.ts';

export const sizes = [phone, desk] as const;
export const schemes = ['light', 'dark'] as const;

/** Colours are the same at every size: each scheme at one, but for the parts, which are seen in all four ways. */
export const isSeen = (name: string, width: number, scheme: string): boolean =>
  name === 'parts' || (width === phone.width) === (scheme === 'dark');

export interface Sight {
  name: string;
  query: string;
  /** What must be seen before the picture. */
  ready: (page: Page) => Promise<unknown>;
  /** The parts that are looked at. */
  parts: string;
  /** Rules not applicable to overlays. */
  without?: readonly string[];
}
const dialog = (page: Page): Promise<unknown> => page.getByRole('dialog').waitFor();
const press = (page: Page, name: string): Promise<unknown> =>
  page.getByRole('button', { name, exact: true }).first().click();
/** They come after the rows where there is room for them. */
const views = (page: Page): Promise<unknown> =>
  page
    .getByRole('button', { name: /^(Broken first|Views)$/u })
    .first()
    .waitFor();
async function filled(page: Page): Promise<void> {
  await page.getByText('Mohammed Das').first().waitFor();
  await views(page);
}

export const sights: readonly Sight[] = [
  {
    name: 'parts',
    query: 'screen=gallery',
    ready: (page) => page.getByRole('heading', { name: 'list-partial' }).waitFor(),
    parts: '[data-part]',
  },
  {
    name: 'notices',
    query: 'screen=gallery&notices',
    ready: (page) => page.getByText('A notice of error').waitFor(),
    parts: '[popover] > div',
  },
  { name: 'list', query: 'size=10', ready: filled, parts: 'header, [role=region], main ul, nav' },
  {
    name: 'list, narrowed and selected',
    query: 'size=10&status=Open&sort=-due',
    ready: async (page) => {
      await page.getByText('Status: Open').waitFor();
      await views(page);
      await page.getByRole('checkbox', { name: 'Select All' }).check();
      await page.getByRole('button', { name: 'that match' }).waitFor();
    },
    parts: 'header, [aria-label$=selected]',
    // The bar covers cards scrolled beneath it.
    without: ['target-size'],
  },
  {
    name: 'menu of a row',
    query: 'size=10',
    ready: async (page) => {
      await filled(page);
      await page.getByRole('button', { name: 'Actions for Mohammed Das' }).first().click();
      await page.getByRole('menuitem').first().waitFor();
    },
    parts: '[role=menu]',
  },
  {
    name: 'question',
    query: 'size=10',
    ready: async (page) => {
      await filled(page);
      await page.getByRole('button', { name: 'Actions for Mohammed Das' }).first().click();
      await page.getByRole('menuitem', { name: 'Close case' }).click();
      await dialog(page);
    },
    parts: 'dialog[open]',
  },
  {
    name: 'filters',
    query: 'size=10&status=Open',
    ready: async (page) => {
      await press(page, 'Filters (1)');
      await page.getByRole('combobox', { name: 'Portfolio' }).waitFor();
    },
    parts: 'dialog[open]',
  },
  {
    name: 'views',
    query: 'size=10',
    ready: async (page) => {
      await filled(page);
      await page
        .getByRole('button', { name: /^(Save view|Views)$/u })
        .first()
        .click();
      await page.getByText('Shared by Meera Iyer').waitFor();
    },
    parts: 'dialog[open]',
  },
  {
    name: 'call',
    query: 'screen=call',
    ready: (page) => page.getByRole('button', { name: 'Hang up' }).waitFor(),
    parts: '#call-line > section',
  },
  {
    name: 'form',
    query: 'screen=rooms&edit=1',
    ready: (page) => page.getByRole('textbox', { name: 'Rent' }).waitFor(),
    parts: 'dialog[open]',
  },
  {
    name: 'form, refused',
    query: 'screen=rooms&edit=new',
    ready: async (page) => {
      await dialog(page);
      await press(page, 'Save');
      await page.getByText('Name is required').waitFor();
    },
    parts: 'dialog[open]',
  },
];
