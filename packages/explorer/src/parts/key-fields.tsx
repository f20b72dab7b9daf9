/** A value of a partition key, typed by a person: one field for each of its paths. */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";

interface KeyFieldsProps {
  readonly paths: readonly string[];
  readonly texts: readonly string[];
  readonly placeholder: string;
  readonly onChange: (texts: readonly string[]) => void;
}

export function KeyFields({ paths, texts, placeholder, onChange }: KeyFieldsProps) {
  return (
    <div class="find-fields">
      {paths.map((path, i) => (
        <label class="field" key={path}>
          <span>
            A value of <code>{path}</code>
          </span>
          <input
            value={texts[i]}
            placeholder={placeholder}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget: { value } }) =>
              onChange(texts.map((text, at) => (at === i ? value : text)))
            }
          />
        </label>
      ))}
    </div>
  );
}

/** As in JSON where it is JSON, else a text. */
export function componentOf(text: string): PartitionKeyComponent {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? text : (value as PartitionKeyComponent);
  } catch {
    return text;
  }
}
