/** PIN dialog of an agent on a phone: Firefox inputs have an intrinsic width. */
import { appText } from '../../src/text/en/app.ts';
import { pinText } from '../../src/contexts/sync/text/en/pin.ts';
import { type Engine, press, until } from './engine.ts';

interface Fit {
  /** Pixels of overflow beyond the window. */
  beyond: number;
  /** Pixels of the highest button. */
  highest: number;
}

const fit = `(() => {
  const dialog = document.querySelector('dialog:has([name="pin"])');
  const boxes = [...(dialog?.querySelectorAll('form *') ?? [])].map((one) => one.getBoundingClientRect());
  const buttons = [...(dialog?.querySelectorAll('form button') ?? [])];
  return {
    beyond: Math.max(0, ...boxes.map(({ left, right }) => Math.max(-left, right - innerWidth))),
    highest: Math.max(...buttons.map((one) => one.getBoundingClientRect().height)),
  };
})()`;

const most = 60;

/** Faults of the dialog, for a signed-in agent. */
export async function wrongWithPin(engine: Engine): Promise<string | undefined> {
  await until('the menu of the person', () => engine.ask<boolean>(press(appText.userMenu)), Boolean);
  await until('the way to the PIN', () => engine.ask<boolean>(press(pinText.menu)), Boolean);
  const asked = `Boolean(document.querySelector('dialog [name="pin"]'))`;
  await until('the dialog of the PIN', () => engine.ask<boolean>(asked), Boolean);
  const { beyond, highest } = await engine.ask<Fit>(fit);
  if (beyond > 0) return `has a PIN that stands ${Math.round(beyond)} px beyond the window`;
  return highest > most ? `has a PIN with a button ${Math.round(highest)} px high` : undefined;
}
