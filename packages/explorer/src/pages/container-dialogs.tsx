/** Makes and deletes containers. */

import type { ContainerFigures } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import { Refusal } from "../client/orrery-client.ts";
import type { Session } from "../client/session.ts";
import { Dialog } from "../parts/dialog.tsx";
import { bytes, plural } from "../parts/words.ts";

interface AskProps {
  readonly session: Session;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** A physical partition for each of these, when a container is made. */
const RU_PER_NEW_PARTITION = 6_000;

export function CreateContainer({ session, onClose, onDone }: AskProps) {
  const [database, setDatabase] = useState("");
  const [container, setContainer] = useState("");
  const [paths, setPaths] = useState("/id");
  const [ru, setRu] = useState("400");
  const throughput = Number(ru);
  const isRight = database !== "" && container !== "" && paths.startsWith("/") && throughput >= 400;
  const act = async () => {
    await unlessThere(session.client.data("POST", ["dbs"], { body: { id: database } }));
    const list = paths.split(",").map((path) => path.trim());
    await session.client.data("POST", ["dbs", database, "colls"], {
      body: {
        id: container,
        partitionKey: { paths: list, kind: list.length > 1 ? "MultiHash" : "Hash", version: 2 },
      },
      headers: { "x-ms-offer-throughput": String(throughput) },
    });
    onDone();
  };
  return (
    <Dialog title="New container" action="Create" canAct={isRight} act={act} onClose={onClose}>
      <div class="fields">
        <Field label="Database" value={database} onInput={setDatabase} hint="made if it is not there" />
        <Field label="Container" value={container} onInput={setContainer} />
        <Field
          label="Partition key"
          value={paths}
          onInput={setPaths}
          hint="a path; up to three with commas"
        />
        <Field label="RU/s" value={ru} onInput={setRu} hint="400 at least" />
      </div>
      <p class="preview">
        It begins with{" "}
        {plural(Math.max(1, Math.ceil(throughput / RU_PER_NEW_PARTITION)), "physical partition")}.
      </p>
    </Dialog>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly onInput: (value: string) => void;
}

export function Field({ label, value, hint, onInput }: FieldProps) {
  return (
    <label class="field">
      <span>
        {label} {hint !== undefined && <span class="muted">({hint})</span>}
      </span>
      <input
        value={value}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

export function DeleteContainer({
  session,
  row,
  onClose,
  onDone,
}: AskProps & { readonly row: ContainerFigures }) {
  const { database, container, items, bytes: size } = row;
  const act = async () => {
    await session.client.data("DELETE", ["dbs", database, "colls", container]);
    onDone();
  };
  return (
    <Dialog
      title={`Delete ${container}`}
      action="Delete"
      isDangerous
      typed={container}
      act={act}
      onClose={onClose}
    >
      <p>
        {plural(items, "item")} ({bytes(size)}) of the database {database} will be gone for good.
      </p>
    </Dialog>
  );
}

/** Whether it was made now or is there already. */
export async function unlessThere(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 409)) throw error;
  }
}
