interface CrossProps {
  readonly label: string;
  /** Deletes what the label names, instead of closing it. */
  readonly isDelete?: boolean;
  readonly onClick: () => void;
}

export function Cross({ label, isDelete = false, onClick }: CrossProps) {
  return (
    <button
      type="button"
      class="icon"
      aria-label={label}
      title={isDelete ? "Delete" : undefined}
      onClick={onClick}
    >
      ✕
    </button>
  );
}
