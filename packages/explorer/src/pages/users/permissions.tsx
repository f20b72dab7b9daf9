/** What one user may do: permissions with their tokens. */

import { useState } from "preact/hooks";
import type { Session } from "../../client/session.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Cross } from "../../parts/cross.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Failure } from "../../parts/failure.tsx";
import { useLoaded } from "../../parts/loaded.ts";
import { keyWords, plural } from "../../parts/words.ts";
import { NewPermissionDialog } from "./new-permission.tsx";
import type { Permission, UserStore } from "./user-store.ts";

interface PermissionsProps {
  readonly session: Session;
  readonly store: UserStore;
  readonly database: string;
  readonly user: string;
  readonly onRemoved: () => Promise<void>;
}

type Ask = { readonly kind: "new" | "removeUser" } | { readonly kind: "remove"; readonly id: string };

export function Permissions({ session, store, database, user, onRemoved }: PermissionsProps) {
  const { mayWrite, client } = session;
  const [ask, setAsk] = useState<Ask | undefined>(undefined);
  const { value: permissions, reason, load } = useLoaded(() => store.permissions(user), [store, user]);
  const close = () => setAsk(undefined);
  return (
    <section class="panel" aria-labelledby="permissions-title">
      <div class="panel-head">
        <h2 id="permissions-title">{user}</h2>
        {mayWrite && (
          <div class="buttons">
            <button type="button" class="quiet" onClick={() => setAsk({ kind: "removeUser" })}>
              Delete user…
            </button>
            <button type="button" class="primary" onClick={() => setAsk({ kind: "new" })}>
              New permission
            </button>
          </div>
        )}
      </div>
      <Failure reason={reason} />
      {permissions?.length === 0 && <p class="caption">This user may do nothing yet.</p>}
      {permissions !== undefined && permissions.length > 0 && (
        <ul class="permissions">
          {permissions.map((permission) => (
            <li key={permission.id}>
              <div>
                <b>{permission.id}</b>
                <p class="caption">{permissionWords(permission)}</p>
              </div>
              <div class="code-line">
                <code>{permission._token}</code>
                <CopyButton text={permission._token} what={`the token of ${permission.id}`} />
              </div>
              {mayWrite && (
                <Cross
                  label={`Delete ${permission.id}`}
                  isDelete
                  onClick={() => setAsk({ kind: "remove", id: permission.id })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {permissions !== undefined && permissions.length > 0 && (
        <p class="caption">
          {plural(permissions.length, "token")}, made as this page was read; they hold for an hour.
        </p>
      )}
      {ask?.kind === "new" && (
        <NewPermissionDialog
          client={client}
          store={store}
          database={database}
          user={user}
          onClose={close}
          onDone={load}
        />
      )}
      {ask?.kind === "remove" && (
        <Dialog
          title={`Delete permission ${ask.id}`}
          action="Delete"
          isDangerous
          act={async () => {
            await store.removePermission(user, ask.id);
            await load();
          }}
          onClose={close}
        >
          <p>Its tokens open nothing from then on.</p>
        </Dialog>
      )}
      {ask?.kind === "removeUser" && (
        <Dialog
          title={`Delete user ${user}`}
          action="Delete"
          isDangerous
          act={async () => {
            await store.removeUser(user);
            await onRemoved();
          }}
          onClose={close}
        >
          <p>Its permissions go with it, and their tokens open nothing from then on.</p>
        </Dialog>
      )}
    </section>
  );
}

function permissionWords({ permissionMode, resource, resourcePartitionKey }: Permission): string {
  const what = permissionMode === "Read" ? "May read" : "May read and write";
  const key =
    resourcePartitionKey === undefined
      ? ""
      : `, only the key ${keyWords(JSON.stringify(resourcePartitionKey))}`;
  return `${what} ${resource}${key}`;
}
