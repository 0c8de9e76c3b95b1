import { expect, it } from "vitest";
import { bandOf } from "../src/table/shandong/panels";

it("the scale promises what the table of results gives", () => {
  expect([0, 5, 35].map((points) => bandOf(0, points))).toEqual(["none", "0", "0"]);
  expect([40, 80, 120].map((mark) => bandOf(mark, mark))).toEqual(["40", "80", "120"]);
  expect([160, 195, 200, 240].map((points) => bandOf(160, points))).toEqual(["160", "160", "200", "200"]);
});
