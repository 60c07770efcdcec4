import type { AnyRow } from '@contract/entity';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import { statementEdition } from '@contract/workflow/signatureTexts';
import { password } from '../productServer';
import { person } from '../projectOnSite';

type Caller = Awaited<ReturnType<typeof person>>;

const names = ['admin', 'sales', 'field', 'keeper', 'analyst', 'reviewer', 'quality', 'approver', 'reporter'] as const;
export type Name = (typeof names)[number];

/** People of the organization by their calls, for the steps of a service that are not the browser's subject. */
export type Staff = Readonly<Record<Name, Caller>> & {
  readonly url: string;
  readonly ids: Readonly<Record<Name, number>>;
};

/** Signs everybody in once, and accepts the statement on electronic signatures. */
export async function openStaff(url: string): Promise<Staff> {
  const callers = {} as Record<Name, Caller>;
  const ids = {} as Record<Name, number>;
  for (const name of names) {
    callers[name] = await person(url, name);
    if (name !== 'admin') await callers[name]('PUT', 'api/user/signingStatement', { edition: statementEdition });
    ids[name] = (await callers[name]<{ user: { id: number } }>('GET', 'auth/info')).user.id;
  }
  return { ...callers, url, ids };
}

/** Makes a move of a row as the person sees it now, with the password. */
export async function move(staff: Staff, who: Name, path: string, id: number, key: string): Promise<void> {
  const { version } = await staff[who]<AnyRow>('GET', `${path}/${id}`);
  const { asSeen } = await staff[who]<{ asSeen?: SeenFingerprint }>('GET', `${path}/timeline/${id}`);
  await staff[who]('PUT', `${path}/move`, { id, move: key, version, ...(asSeen ? { asSeen } : {}), password });
}

/** Returns the rows of an entity with these values. */
export const rowsOf = async (
  staff: Staff,
  who: Name,
  path: string,
  asked: Readonly<Record<string, string | number>> = {},
): Promise<AnyRow[]> => {
  const query = new URLSearchParams({
    page: '0',
    size: '500',
    ...Object.fromEntries(Object.entries(asked).map(([key, value]) => [key, String(value)])),
  });
  return (await staff[who]<{ content: AnyRow[] }>('GET', `${path}?${query.toString()}`)).content;
};

/** Uploads a file and returns its id. */
export async function upload(
  { url }: Staff,
  token: string,
  content: Uint8Array,
  name: string,
  fileClass: string,
): Promise<string> {
  const form = new FormData();
  form.append('fileClass', fileClass);
  form.append('file', new File([content as Uint8Array<ArrayBuffer>], name));
  const answer = await fetch(`${url}/api/file/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const stored = (await answer.json()) as { message?: string; body?: { id: string } };
  if (!stored.body) throw new Error(`upload: ${stored.message ?? answer.status}`);
  return stored.body.id;
}

/** Returns a token of a person, for calls with bytes. */
export async function tokenOf({ url }: Staff, username: Name): Promise<string> {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await answer.json()) as { token: string }).token;
}
