/** The refusal of data of development versions, which were never published: one sentence for every place that finds such data. */
export function developmentDataSentence(
  data: string,
  newPlace: string,
  exporting = "Export the items with that version",
): string {
  return `${data} was written by a development version of Orrery, and this version does not read it. ${exporting} ('orrery export'), then import them into ${newPlace} ('orrery import').`;
}
