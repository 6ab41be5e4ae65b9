import { useMantineColorScheme } from '@mantine/core';
import { appText } from '#text/en/app.ts';
import { mayLeave } from '#kernel/client/session/leave.ts';
import {
  type Language,
  chooseLanguage,
  language,
  languages,
  schemes,
} from '#kernel/client/app/preferences.ts';
import css from '../shell.module.css';

async function change(to: Language): Promise<void> {
  if (to === language() || !(await mayLeave())) return;
  chooseLanguage(to);
  // Translations are merged into English before the first screen renders.
  window.location.reload();
}

/** Language and colours of this device. */
export function Preferences() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Choice
        label={appText.language}
        options={languages.map((value) => ({ value, label: appText.languages[value] }))}
        value={language()}
        onChoose={(to) => void change(to)}
      />
      <Choice
        label={appText.colours}
        options={schemes.map((value) => ({ value, label: appText.schemes[value] }))}
        value={colorScheme}
        onChoose={setColorScheme}
      />
    </>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChoose: (value: T) => void;
}

function Choice<T extends string>({ label, options, value, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset className={css.choice}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={label}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
