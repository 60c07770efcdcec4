import { readFileSync } from 'node:fs';
import type { Permission } from '@server/http/route';

/**
 * What a call says of the row that it is about. `row`: it stands for a living row that one may see, a foreign or
 * deleted one is 404; `bin`: for a deleted one
 * (restore); `file`: for an upload; `asks`: as `row`, but what it is about asks a permission of its
 * own (403); `past`: as `asks`, and a deleted row has it as well; `-`: it is about no single row. Of a `StandingRows`
 * it depends on more than whose the row is.
 */
export type Rows = 'row' | 'bin' | 'past' | 'file' | 'asks' | StandingRows | '-';

/**
 * Of what a row has to have become before the call stands for it; what has not become so, or was deleted since, is
 * nobody's. `issued`: a report that was signed and issued; `begun`: a project
 * that has left its draft; `published`: what an organisation has published, which is everybody's, whosever it is;
 * `personal`: what the caller alone has received or brought; `platformBin`: a
 * deleted organisation, which has no people that could sign in and which platform administrators alone bring back.
 */
export type StandingRows = 'issued' | 'begun' | 'published' | 'personal' | 'platformBin';

/**
 * How a row stands to the caller. `own`: of the caller's organisation, and the caller's where it is somebody's: the
 * enterprise's project, the reviewer's task, the receiver's notice; `another`:
 * of the same organisation and somebody else's; `common`: of no organisation; `stray`: asked for by something of the
 * caller's to which it does not belong: a report of another project than the
 * task's, a picture of another notice; `unready` and `foreignUnready`: has not become what the call is about;
 * `withdrawn`: has, and was taken back.
 */
export type Standing =
  | 'own'
  | 'another'
  | 'common'
  | 'foreign'
  | 'stray'
  | 'unready'
  | 'foreignUnready'
  | 'withdrawn'
  | 'deleted';

/** `staff`: of the caller's organisation, and platform administrators. */
type Answered = 'everybody' | 'staff' | 'platform';

/** Who is answered 200; everybody else 404, and all of them where nobody is named. */
const answered: Readonly<Record<StandingRows, Partial<Record<Standing, Answered>>>> = {
  issued: { own: 'everybody', another: 'staff', foreign: 'platform' },
  begun: { own: 'everybody', another: 'staff', foreign: 'platform' },
  published: { own: 'everybody', common: 'everybody', foreign: 'everybody' },
  personal: { own: 'everybody' },
  platformBin: { deleted: 'platform', foreign: 'platform' },
};

export const isStanding = (rows: Rows | undefined): rows is StandingRows => rows !== undefined && rows in answered;

/** Of somebody whom the permission lets in. */
export function isAnswered(
  rows: StandingRows,
  standing: Standing,
  { staff, platform }: { readonly staff: boolean; readonly platform: boolean },
): boolean {
  const who = answered[rows][standing];
  return who === 'everybody' || (who === 'staff' && (staff || platform)) || (who === 'platform' && platform);
}

/**
 * How a planted row stands to everybody: below every rule it has become nothing. Of a call that restores it is a
 * deleted one, where it is foreign.
 */
export function standingOf(rows: StandingRows, kind: 'own' | 'foreign' | 'deleted' | 'foreignDeleted'): Standing {
  if (kind === 'deleted') return 'deleted';
  if (kind === 'own') return rows === 'personal' ? 'another' : 'unready';
  return rows === 'personal' || rows === 'platformBin' ? 'foreign' : 'foreignUnready';
}

export interface DeclaredRoute {
  readonly permission: string;
  readonly rows: Rows;
}

const linesOf = (name: string): string[][] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => (line.trim() && !line.startsWith('#') ? [line.split('  ')] : []));

/** `routes.txt`: every call of the API with who may make it, by `METHOD path`. */
export const declaredRoutes: ReadonlyMap<string, DeclaredRoute> = new Map(
  linesOf('routes.txt').map(([call = '', permission = '', rows]) => [call, { permission, rows: rows as Rows }]),
);

/** `grants.txt`: the built-in roles that hold each permission. */
export const declaredGrants: ReadonlyMap<string, readonly string[]> = new Map(
  linesOf('grants.txt').map(([permission = '', roles = '']) => [permission, roles.split(' ').filter(Boolean)]),
);

export const permissionText = (permission: Permission): string =>
  typeof permission === 'string' ? permission : permission.join('|');

/** The permissions that a built-in role holds by the declared table. */
export const heldBy = (role: string): ReadonlySet<string> =>
  new Set([...declaredGrants].flatMap(([permission, roles]) => (roles.includes(role) ? [permission] : [])));

/** Whether the table lets somebody in who is signed in and holds these. */
export function letsIn({ permission }: DeclaredRoute, held: ReadonlySet<string>): boolean {
  if (permission === 'public' || permission === 'signedIn') return true;
  return permission !== 'admin' && permission.split('|').some((one) => held.has(one));
}
