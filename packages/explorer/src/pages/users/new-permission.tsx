/** A new permission: on a container or on one key of it, to read or to do everything. */
import { useState } from "preact/hooks";
import type { OrreryClient } from "../../client/orrery-client.ts";
import { Choice } from "../../parts/choice.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { componentOf, KeyFields } from "../../parts/key-fields.tsx";
import { usePolled } from "../../parts/polling.ts";
import { Field } from "../container-dialogs.tsx";
import type { PermissionMode, UserStore } from "./user-store.ts";

interface NewPermissionProps {
  readonly client: OrreryClient;
  readonly store: UserStore;
  readonly database: string;
  readonly user: string;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

const REFRESH_MS = 30_000;

export function NewPermissionDialog({ client, store, database, user, onClose, onDone }: NewPermissionProps) {
  const { value } = usePolled(() => client.containers(), REFRESH_MS, [client]);
  const containers = (value ?? []).filter((each) => each.database === database);
  const [id, setId] = useState("");
  const [mode, setMode] = useState<PermissionMode>("Read");
  const [name, setName] = useState<string | undefined>(undefined);
  const [texts, setTexts] = useState<readonly string[]>(["", "", ""]);
  const container = containers.find((each) => each.container === name) ?? containers[0];
  const paths = container?.partitionKey.paths ?? [];
  const key = texts.slice(0, paths.length);
  // All of it or nothing: a part of a key is a key of its own.
  const hasKey = key.some((text) => text !== "");
  const act = async () => {
    await store.createPermission(user, {
      id,
      permissionMode: mode,
      resource: `dbs/${database}/colls/${container!.container}`,
      ...(hasKey ? { resourcePartitionKey: key.map(componentOf) } : {}),
    });
    await onDone();
  };
  return (
    <Dialog
      title="New permission"
      action="Create"
      canAct={id.trim() !== "" && container !== undefined}
      act={act}
      onClose={onClose}
    >
      <Field label="Name" value={id} onInput={setId} />
      <label class="field">
        <span>Container</span>
        <select value={container?.container} onChange={(event) => setName(event.currentTarget.value)}>
          {containers.map((each) => (
            <option key={each.container} value={each.container}>
              {each.container}
            </option>
          ))}
        </select>
      </label>
      <Choice
        label="What the user may do"
        options={[
          ["Read", "Read"],
          ["All", "Read and write"],
        ]}
        value={mode}
        onChoose={setMode}
      />
      <KeyFields
        paths={paths}
        texts={key}
        placeholder="all keys"
        onChange={(changed) => setTexts([...changed, ...texts.slice(paths.length)])}
      />
    </Dialog>
  );
}
