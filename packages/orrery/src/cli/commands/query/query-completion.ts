/** What the Tab key finds in the shell: words of the language, containers, properties of rows that were seen. */

export interface Completions {
  readonly containers: readonly string[];
  readonly properties: readonly string[];
}

const PROPERTIES_MAX = 200;
const COMMANDS = [".use", ".containers", ".more", ".help", ".exit"];
const WORDS = (
  "SELECT DISTINCT TOP VALUE FROM WHERE JOIN IN BETWEEN LIKE EXISTS AND OR NOT GROUP BY ORDER ASC DESC OFFSET LIMIT AS NULL TRUE FALSE UNDEFINED " +
  "COUNT( SUM( AVG( MIN( MAX( CONTAINS( STARTSWITH( ENDSWITH( UPPER( LOWER( CONCAT( LENGTH( ARRAY_CONTAINS( ARRAY_LENGTH( IS_DEFINED( IS_NULL( IS_STRING( IS_NUMBER( ABS( ROUND( " +
  "DateTimeAdd( GetCurrentDateTime( ST_DISTANCE( ST_WITHIN( VectorDistance( FullTextContains( RegexMatch("
).split(" ");

/** As readline wants it: what fits, and the part of the line that it stands for. */
export function completeQuery(line: string, { containers, properties }: Completions): [string[], string] {
  const [, use] = /^\.use\s+(\S*)$/.exec(line) ?? [];
  if (use !== undefined) return [containers.filter((name) => name.startsWith(use)), use];
  if (/^\.\w*$/.test(line)) return [COMMANDS.filter((command) => command.startsWith(line)), line];
  const [, alias, property] = /(?:^|[^\w.])(\w+\.)(\w*)$/.exec(line) ?? [];
  if (alias !== undefined)
    return [
      properties.filter((name) => name.startsWith(property!)).map((name) => alias + name),
      alias + property,
    ];
  const [word] = /[\w]*$/.exec(line)!;
  return [WORDS.filter((each) => word !== "" && each.toLowerCase().startsWith(word.toLowerCase())), word];
}

/** Of rows, and of the items that a client's query wraps. */
export function propertiesOf(rows: readonly unknown[]): string[] {
  const names = new Set<string>();
  for (const row of rows) {
    if (typeof row !== "object" || row === null || Array.isArray(row)) continue;
    for (const name of Object.keys(row)) if (/^[A-Za-z_]\w*$/.test(name)) names.add(name);
    if (names.size > PROPERTIES_MAX) break;
  }
  return [...names].slice(0, PROPERTIES_MAX);
}
