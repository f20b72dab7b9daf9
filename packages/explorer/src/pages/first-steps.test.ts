import { expect, test } from "vitest";
import { endpointsOf, firstSteps, LANGUAGES } from "./first-steps.ts";

function endpoints(address: string) {
  return endpointsOf(new URL(address) as unknown as Location);
}

test("on this machine clients need no certificate, and Java and .NET get https, which is all they speak", () => {
  const here = endpoints("https://127.0.0.1:8081/_explorer/");
  expect(here).toEqual({
    plain: "http://127.0.0.1:8081/",
    secure: "https://localhost:8081/",
    isLoopback: true,
  });
  for (const [language] of LANGUAGES) {
    const needsHttps = language === "java" || language === "dotnet";
    expect(firstSteps(language, here, "KEY")).toContain(needsHttps ? here.secure : here.plain);
    expect(firstSteps(language, here, "KEY")).toContain("KEY");
  }
  expect(firstSteps("java", here, "KEY")).toContain("CERTIFICATE_VALIDATION_DISABLED");
});

test("elsewhere all use https, and nobody is told to take any certificate", () => {
  const there = endpoints("https://db.example.com/_explorer/");
  expect(there).toEqual({
    plain: "https://db.example.com/",
    secure: "https://db.example.com/",
    isLoopback: false,
  });
  for (const [language] of LANGUAGES)
    expect(firstSteps(language, there, "KEY")).not.toMatch(/VALIDATION|ServerCertificate/);
});
