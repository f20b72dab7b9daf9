/** Why something did not work, read aloud at once by screen readers. Nothing without a reason. */
export function Failure({ reason }: { readonly reason: string | undefined }) {
  if (reason === undefined || reason === "") return null;
  return (
    <p class="failure" role="alert">
      {reason}
    </p>
  );
}
