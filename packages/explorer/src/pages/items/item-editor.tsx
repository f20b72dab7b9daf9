/** One item in an editor. If somebody has changed it meanwhile, both versions are shown side by side. */

import { useState } from "preact/hooks";
import { formatJson, textOf, withMember } from "../../client/exact-json.ts";
import { Refusal } from "../../client/orrery-client.ts";
import { Editor } from "../../editor/editor.tsx";
import { failureWords } from "../../parts/attempt.ts";
import { Cross } from "../../parts/cross.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { EditButtons, Stale } from "../../parts/editing.tsx";
import { Failure } from "../../parts/failure.tsx";
import { useScrolledTo } from "../../parts/scrolled-to.ts";
import {
  type Difference,
  differences,
  type Item,
  type ItemStore,
  parseItem,
  withoutSystem,
} from "./item-store.ts";

interface ItemEditorProps {
  readonly store: ItemStore;
  readonly mayWrite: boolean;
  readonly item: Item;
  readonly isNew: boolean;
  readonly onCopy: (item: Item) => void;
  readonly onDone: (item: Item | undefined) => void;
  readonly onClose: () => void;
}

interface Conflict {
  readonly theirs: Item;
  readonly mine: Item;
  readonly rows: readonly Difference[];
}

export function ItemEditor({ store, mayWrite, item, isNew, onCopy, onDone, onClose }: ItemEditorProps) {
  const [text, setText] = useState(() => formatJson(textOf(withoutSystem(item))));
  const [reason, setReason] = useState("");
  const [conflict, setConflict] = useState<Conflict | undefined>(undefined);
  const [isDeleting, setDeleting] = useState(false);
  const section = useScrolledTo<HTMLElement>(item);
  const parsed = parseItem(text);
  const attempt = async (work: () => Promise<Item>) => {
    setReason("");
    try {
      onDone(await work());
    } catch (error) {
      if (error instanceof Refusal && error.status === 412 && typeof parsed !== "string") {
        const theirs = await store.read(item);
        setConflict({ theirs, mine: parsed, rows: differences(parsed, theirs) });
      } else setReason(failureWords(error));
    }
  };
  const save = () => {
    if (typeof parsed === "string") return;
    void attempt(() => (isNew ? store.create(parsed) : store.replace(item, parsed)));
  };
  return (
    <section ref={section} class="panel" aria-labelledby="item-title">
      <div class="panel-head">
        <h2 id="item-title">{isNew ? "New item" : item.id}</h2>
        <Cross label="Close the item" onClick={onClose} />
      </div>
      <Editor
        text={text}
        language="json"
        label="Item"
        rows={16}
        isReadOnly={!mayWrite}
        onChange={setText}
        onRun={save}
      />
      {typeof parsed === "string" && <p class="failure">{parsed}</p>}
      <Failure reason={reason} />
      {conflict !== undefined && (
        <Stale
          what="item"
          note="These properties differ:"
          onTheirs={() => onDone(conflict.theirs)}
          onMine={() => attempt(() => store.replace(conflict.theirs, conflict.mine))}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">Property</th>
                <th scope="col">Yours</th>
                <th scope="col">On the server</th>
              </tr>
            </thead>
            <tbody>
              {conflict.rows.map(({ name, mine, theirs }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{mine}</td>
                  <td>{theirs}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Stale>
      )}
      {mayWrite && (
        <EditButtons
          isNew={isNew}
          canSave={typeof parsed !== "string"}
          onSave={save}
          onDelete={() => setDeleting(true)}
        >
          <button type="button" class="quiet" onClick={() => onCopy(duplicateOf(item))}>
            Duplicate
          </button>
        </EditButtons>
      )}
      {isDeleting && (
        <Dialog
          title={`Delete item ${item.id}`}
          action="Delete"
          isDangerous
          act={async () => {
            await store.remove(item);
            onDone(undefined);
          }}
          onClose={() => setDeleting(false)}
        >
          <p>It will be gone for good.</p>
        </Dialog>
      )}
    </section>
  );
}

function duplicateOf(item: Item): Item {
  return withMember(withoutSystem(item), "id", JSON.stringify(crypto.randomUUID())) as Item;
}
