/** A few choices side by side, of which one is taken. */
interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: T, name: string])[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
  readonly disabled?: boolean;
}

export function Choice<T extends string>({
  label,
  options,
  value,
  onChoose,
  disabled = false,
}: ChoiceProps<T>) {
  return (
    <fieldset class="choice" disabled={disabled}>
      <legend class="hidden">{label}</legend>
      {options.map(([each, name]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChoose(each)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
