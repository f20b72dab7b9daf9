/** A container's names, which are for life. */
export interface ContainerNames {
    readonly rid: string;
    readonly database: string;
    readonly container: string;
}
