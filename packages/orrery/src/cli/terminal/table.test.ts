import { expect, test } from "vitest";
import { bar, table } from "./table.ts";

test("numbers stand to the right, texts to the left, and nothing commands the terminal", () => {
  expect(
    table(
      ["name", "items"],
      [
        ["a\u001b[2Jb", 12_345],
        ["c", 1.25],
      ],
    ),
  ).toBe(
    ["name   items", "a [2Jb  12,345", "c          1.3", ""]
      .join("\n")
      .replace("name   items", "name     items"),
  );
  expect(table(["name"], [])).toBe("name\n");
});

test("colours take no room", () => {
  const painted = table(["a", "b"], [["x", 1]], (text, column) => (column === 0 ? `<${text}>` : text));
  expect(painted).toBe("a  b\n<x>  1\n");
});

test("a bar is full at 1 and empty at 0, whatever it is given", () => {
  expect([bar(0.5, 4), bar(2, 4), bar(-1, 4)]).toEqual(["██··", "████", "····"]);
});
