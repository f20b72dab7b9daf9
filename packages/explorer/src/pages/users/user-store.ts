/** Users of a database and what each of them may do, as the protocol has them. */
import type { OrreryClient } from "../../client/orrery-client.ts";

export interface User {
  readonly id: string;
}

export interface Permission {
  readonly id: string;
  readonly permissionMode: PermissionMode;
  /** A path of names, or of resource ids. */
  readonly resource: string;
  readonly resourcePartitionKey?: readonly unknown[];
  /** Whoever has it may do what the permission says, until it expires. */
  readonly _token: string;
}

export type PermissionMode = "Read" | "All";

export type NewPermission = Omit<Permission, "_token">;

export class UserStore {
  readonly #client: OrreryClient;
  readonly #users: readonly string[];

  constructor(client: OrreryClient, database: string) {
    this.#client = client;
    this.#users = ["dbs", database, "users"];
  }

  async users(): Promise<readonly User[]> {
    const users = await this.#client.list<User>(this.#users, "Users");
    return [...users].sort((a, b) => a.id.localeCompare(b.id));
  }

  async createUser(id: string): Promise<void> {
    await this.#client.data("POST", this.#users, { body: { id } });
  }

  async removeUser(id: string): Promise<void> {
    await this.#client.data("DELETE", [...this.#users, id]);
  }

  /** Each with a new token. */
  permissions(user: string): Promise<readonly Permission[]> {
    return this.#client.list<Permission>(this.#permissions(user), "Permissions");
  }

  async createPermission(user: string, permission: NewPermission): Promise<void> {
    await this.#client.data("POST", this.#permissions(user), { body: permission });
  }

  async removePermission(user: string, id: string): Promise<void> {
    await this.#client.data("DELETE", [...this.#permissions(user), id]);
  }

  #permissions(user: string): string[] {
    return [...this.#users, user, "permissions"];
  }
}
