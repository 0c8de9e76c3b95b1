import { currentLanguage } from "../i18n/language";
import type { ErrorAnswer, Problem } from "./types.gen";

/** A refusal of the server, already in the reader's language. */
export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.text);
  }
}

/** What the page itself says when the server could not be reached at all. */
const UNREACHABLE: Problem = { code: "unreachable", text: "", params: {}, rule: "", incident: "" };

/** Tells browsers behind one address apart, for rate limits only: random, and new whenever the page is loaded. */
export const session = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join("-");

async function call(method: string, path: string, body: unknown, secret?: string): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": currentLanguage(), "X-Paiju-Session": session };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (secret) headers.Authorization = `Bearer ${secret}`;
  let response: Response;
  try {
    response = await fetch(`api/v1${path}`, {
      method,
      headers,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(UNREACHABLE, 0);
  }
  if (!response.ok) throw new Refusal(await problemOf(response), response.status);
  return response;
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    return ((await response.json()) as ErrorAnswer).error;
  } catch {
    return { ...UNREACHABLE, code: `http_${response.status}` };
  }
}

export async function get<T>(path: string, secret?: string): Promise<T> {
  return (await (await call("GET", path, undefined, secret)).json()) as T;
}

export async function getText(path: string): Promise<string> {
  return (await call("GET", path, undefined)).text();
}

export async function post<T>(path: string, body: unknown, secret?: string): Promise<T> {
  return (await (await call("POST", path, body, secret)).json()) as T;
}
