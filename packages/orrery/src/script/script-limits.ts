/**
 * Every bound of a script. A step is one turn of a loop, one call, or 16 bytes copied inside the WebAssembly code
 * (`meter-module.ts`); it takes 1 to 7 ns, so that bounds in steps hold on any machine and in any test.
 */
export const scriptLimits = {
  /** Wall time of a stored procedure or trigger, its operations included. */
  timeoutMs: 5_000,
  /** After this part of the time, operations are no longer accepted, and the script can return in peace. */
  acceptingShare: 0.8,
  /** Operations on the container in one run. */
  operationsMax: 10_000,
  /** One operation or one result of it, as JSON text: an item of 2 MB, escaped, or a page of 4 MB. */
  messageCharactersMax: 8 * 1024 * 1024,
  /** Response of a stored procedure, request of a pre-trigger, result of a function, as JSON text. */
  bodyCharactersMax: 4 * 1024 * 1024,
  /** Console output, URL-encoded as the response header carries it; clients accept 16 KB of headers. */
  logCharactersMax: 8 * 1024,
  /** Message and stack of an error, each. */
  errorCharactersMax: 4 * 1024,
  /** Items that one page of a query may ask for. */
  pageSizeMax: 1_000,

  /** WebAssembly pages of 64 KB: 64 MB for a run in its own thread, 32 MB for functions beside the server. */
  runMemoryPages: 1_024,
  functionMemoryPages: 512,
  /** Stack inside the sandbox. Frames outside it are larger: 4 MB of a worker, 1 MB of the main thread. */
  runStackBytes: 512 * 1024,
  functionStackBytes: 128 * 1024,

  /** Between two operations of a run: about ten seconds, a second line behind the wall time. */
  runSteps: 2_000_000_000,
  /** What a run that is stopped by the wall time is taken to have done: it can't be asked any more. */
  stoppedStepsPerMs: 250_000,
  /** One call of a user-defined function blocks the server for at most this: about 40 ms. */
  functionCallSteps: 10_000_000,
  /** All calls of one query together, compiling included: about one second, in pieces. */
  functionQuerySteps: 250_000_000,
  /** Granted besides, for each character of arguments and source: parsing takes up to 14, writing as much. */
  functionStepsPerCharacter: 30,
  /** What one call of a user-defined function is given to read, as text: as much as its result may be. */
  functionCallCharactersMax: 4 * 1024 * 1024,
  /**
   * A call with more values to read is made in another thread; 64 characters of text count as one. So much takes less than
   * ten milliseconds.
   */
  functionNearValuesMax: 1_024,
  /** Arguments of a user-defined function. */
  functionArgumentsMax: 30,

  /** Runs that may wait for a thread, and how long. They hold no lock meanwhile. */
  waitingRunsMax: 1_000,
  waitingMs: 10_000,
} as const;
