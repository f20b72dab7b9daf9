/** A container's names, which are for life: there is one such object for each container at work. */
export interface ContainerNames {
  readonly rid: string;
  readonly database: string;
  readonly container: string;
}
