import type { Entity } from '@contract/entity';
import { registry } from '@server/app/resources';
import type { Route } from '@server/http/route';
import { exampleOf } from '../support/exampleOf';
import { testPassword } from '../support/rows';
import { exampleBody } from './exampleBody';
import { fileOf, type Kind, planted, plantedValue } from './plantedRows';

/** A call of the route about the planted row of that kind. */
export interface Trial {
  readonly path: string;
  readonly body: unknown;
}

/** Bodies that neither the entity nor the schema provides. */
const special: Readonly<Record<string, (id: number, file: string) => object>> = {
  'PUT api/preference/:key': () => ({ value: 1 }),
  'POST api/siteSurveyModule/copy': (id) => ({ id, name: '副本' }),
  'POST api/cyfaModule/copy': (id) => ({ id, name: '副本' }),
  'POST api/qsjcModule/copy': (id) => ({ id, name: '副本' }),
  'POST api/reportModule/copy': (id) => ({ id, name: '副本' }),
  'POST api/paperLayout/copy': (id) => ({ id, name: '副本' }),
  'POST api/siteSurvey/copy': (id) => ({ project: id, template: id, mode: 'append', files: false }),
  'PUT api/sample/record': (id) => ({ id, values: { remark: '补记' }, base: {}, version: 1 }),
  'PUT api/equipmentUse/back': (id) => ({ rows: [{ id, version: 1 }], inCondition: 'good' }),
  'PUT api/sampleAdjustment/edit': (id) => ({ id, version: 1, reason: '更正', values: { remark: '补记' } }),
  'POST api/sampleAdjustment/add': (id) => ({ like: id, reason: '补样', values: { remark: '补记' } }),
  'PUT api/labTask/arrange': (id) => ({ rows: [{ id, version: 1 }], method: id }),
  'POST api/siteWeather/add': (id) => ({
    project: id,
    samplingDay: id,
    measuredAt: '2026-03-12 09:00:00',
    place: '车间',
    temperature: '21.5',
    humidity: '52',
    pressure: '101.3',
    windSpeed: '0.2',
  }),
  'POST api/delegation/add': (id) => ({
    delegate: id,
    steps: ['approval:passFirst'],
    validFrom: '2099-01-01',
    validUntil: '2099-01-02',
    reason: '休假',
  }),
  'POST api/sfIntegralRecord/add': (id) => ({ person: id, pointKind: 'reward', points: 1, explanation: '奖励' }),
  'POST api/role/add': (id) => ({ name: '角色', level: 44, dataScope: 'organization', menus: [id] }),
  'POST api/role/copy': (id) => ({ name: '角色', level: 44, dataScope: 'organization', menus: [id] }),
};

/** Returns the body about the planted row of that kind, where neither provides it. */
export const specialBody = ({ method, path }: Route, kind: Kind): object | undefined =>
  special[`${method} ${path}`]?.(planted[kind], fileOf(kind));

/** Query parameters that a call needs. */
const queries: Readonly<Record<string, string>> = {
  'api/dictDetail': '?dictName=industry',
  'api/push/project/:id': '?family=differentPlatform',
};

/** Path parameters other than an id. */
const named: Readonly<Record<string, (kind: Kind) => Readonly<Record<string, string>>>> = {
  'api/sample/byNo/:no': (kind) => ({ no: plantedValue('sample', 'sampleNo', kind) }),
  'api/handOver/byNo/:no': (kind) => ({ no: plantedValue('handOver', 'sheetNo', kind) }),
  'api/archive/:id/paper/:key': () => ({ key: 'quality' }),
  'api/archive/:id/pdf/:key': () => ({ key: 'quality' }),
  // A line of the notice; elsewhere a picture is an upload.
  'api/public/orgReportFormula/:id/picture/:picture': (kind) => ({ picture: String(planted[kind]) }),
  'api/sfFinding/file/:id/:which': () => ({ which: 'evidence' }),
};

const byPath = new Map(registry.all.map(({ entity }) => [entity.path, entity]));

/** Returns the body of a generic call. */
function genericBody(entity: Entity, action: string, kind: Kind): unknown {
  const id = planted[kind];
  switch (action) {
    case 'add':
    case 'copy':
      return exampleOf(entity, 40 + kind.length, { ref: () => id, file: () => fileOf(kind), dict: () => 'a' });
    case 'edit':
      return { id, version: 1 };
    case 'saveAll':
      return { rows: [{ id, version: 1 }], removed: [] };
    case 'status': {
      const field =
        Object.entries(entity.fields).find(
          ([, one]) => !one.readonly && (one.kind === 'dict' || one.kind === 'flag'),
        )?.[0] ?? 'status';
      return { ids: [id], field, value: entity.fields[field]?.kind === 'flag' ? true : '1' };
    }
    default:
      return undefined;
  }
}

/** Returns the move of a permission. */
const moveOf = (permission: Route['permission'], held?: ReadonlySet<string>): string => {
  const keys = typeof permission === 'string' ? [] : permission;
  return (keys.find((key) => held?.has(key)) ?? keys[0] ?? '').split(':')[1] ?? '';
};

/** Returns a call of the route without a body and without a subject. */
export const bareTrial = ({ path }: Pick<Route, 'path'>): Trial => ({
  path: path.replace(/:\w+/g, 'x') + (queries[path] ?? ''),
  body: undefined,
});

/** Returns whether the call restores deleted rows; an undeleted one is as good as none. */
export const restores = ({ path }: Pick<Route, 'path'>): boolean => path.endsWith('/restore');

/** @param held permissions of the caller, of which a move names one */
export function trialOf(route: Route, asked: Kind, held?: ReadonlySet<string>): Trial {
  const kind = asked === 'foreign' && restores(route) ? 'foreignDeleted' : asked;
  const id = planted[kind];
  const path =
    Object.entries(named[route.path]?.(kind) ?? {})
      .reduce((told, [name, value]) => told.replace(`:${name}`, encodeURIComponent(value)), route.path)
      .replace(/:(file|picture)\b/g, fileOf(kind))
      .replace(/:entity\b/, 'project')
      .replace(/^(api\/(?:storedFile|file|file\/link|file\/open)\/):id/, `$1${fileOf(kind)}`)
      .replace(/:\w+/g, String(id)) + (queries[route.path] ?? '');
  if (!route.body) return { path, body: undefined };
  const told = specialBody(route, kind);
  if (told) return { path, body: told };
  const [, base = '', action = ''] = /^(.*)\/(\w+)$/.exec(route.path) ?? [];
  const entity = byPath.get(base);
  const generic = entity && genericBody(entity, action, kind);
  if (generic !== undefined) return { path, body: generic };
  const body = exampleBody(route.body, { id, file: fileOf(kind) });
  if (typeof body === 'object' && body !== null && 'move' in body)
    Object.assign(body, { move: moveOf(route.permission, held), onBehalfOf: undefined });
  if (typeof body === 'object' && body !== null && 'password' in body) Object.assign(body, { password: testPassword });
  return { path, body };
}
