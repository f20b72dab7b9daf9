/** How callers name a container: `"shop/carts"`, both names, or a container of the SDK. */
export type ContainerName = string | {
    readonly database: string;
    readonly container: string;
} | {
    readonly id: string;
    readonly database: {
        readonly id: string;
    };
};
/** As the control API has it in its paths. */
export declare function containerPath(name: ContainerName): string;
/** `shop/carts`. */
export declare function containerNameText(name: ContainerName): string;
