import { afterAll, beforeAll, expect, it } from 'vitest';
import { templateMachine } from '@contract/features/library/templateMachine';
import { announcementMachine } from '@contract/features/notices/announcementMachine';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { machines } from '@contract/subjects';
import type { Machine } from '@contract/workflow/stateMachine';
import { registry } from '@server/app/resources';
import { allRoutes } from '@server/app/routes';
import type { Resource } from '@server/crud/resource';
import { snakeCase } from '@server/db/tableOf';
import type { Route } from '@server/http/route';
import { lockedStates } from '../support/closedWrites';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { declaredRoutes } from './declared';
import { fileOf, planted, plantRows } from './plantedRows';
import { trialOf } from './trial';

// QUALITY SIG5, AZ1: no call writes what is locked. The calls come from the router, so that a new one is tested without
// a separate test; exceptions are listed here with the reason. Locks of single objects (a record, a plan, a curve, a
// hand-over, a report) are tested on complete rows by tests/server/lockedWrites, labCurves, handOver and
// reportSignatures.

let server: TestServer;
let routes: readonly Route[];
/** A holder of every permission, and an outsider who is one, too: some calls are only for outsiders. */
const tokens: string[] = [];
const permissions = new Set(
  [...declaredRoutes.values()].flatMap(({ permission }) => (permission.includes(':') ? permission.split('|') : [])),
);

beforeAll(async () => {
  server = await testServer();
  routes = allRoutes(server.services).filter(({ method }) => method !== 'GET');
  await plantRows(server.database);
  const roles = [await server.rows.role({ permissions: [...permissions] })];
  const people: number[] = [];
  for (const userName of ['holder', 'visitor']) {
    people.push(
      await server.rows.user({ userName, organizationId: planted.own, roles, isOutside: userName === 'visitor' }),
    );
    tokens.push(await server.login(userName));
  }
  const own = `where id = ${planted.own}`;
  await plant(
    `update outside_task set reviewer = ${people[1]} ${own}`,
    `update settlement set reviewer = ${people[1]} ${own}`,
    // An outsider uses only their own uploads; a curve needs an existing page.
    `update stored_file set create_by = ${people[1]} where id = '${fileOf('own')}'`,
    `update lab_curve set method_kind = 'gasChromatography', part = 'main', fit = 'linear' ${own}`,
    `update equipment set calibration_due = '2099-01-01', status = 'in' ${own}`,
    `update project set archived_on = '2026-10-01' ${own}`,
  );
});
afterAll(() => server.close());

/** Runs SQL past every rule, as the rows were planted. */
const plant = (...statements: string[]): Promise<void> =>
  server.database.execute(
    ['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join('; '),
  );
const setField = (name: string, field: string, value: string): Promise<void> =>
  plant(
    `update "${snakeCase(name)}" set ${snakeCase(field)} = '${value}' where id in (${planted.own}, ${planted.deleted})`,
  );

/** Returns a hash of all rows of these entities. */
async function hashOf(resources: readonly Resource[]): Promise<string> {
  const parts = resources.map(
    ({ entity }) =>
      `select md5(coalesce(string_agg(md5(t::text), '' order by id), '')) as hash from "${snakeCase(entity.name)}" t`,
  );
  const [row] = await server.database.query<{ hash: string }>(
    `select md5(string_agg(hash, '' order by hash)) as hash from (${parts.join(' union all ')}) one`,
  );
  return row?.hash ?? '';
}

interface Tried {
  /** `METHOD path`, with the move where it is one. */
  readonly call: string;
  readonly path: string;
  readonly body: unknown;
}

/** Returns the call about the planted row; one per move of a machine. */
function trialsOf(route: Route, moves: readonly string[]): Tried[] {
  const { path, body } = trialOf(route, route.path.endsWith('/restore') ? 'deleted' : 'own', permissions);
  const call = `${route.method} ${route.path}`;
  if (typeof body !== 'object' || body === null || !('move' in body)) return [{ call, path, body }];
  return moves.map((move) => ({
    call: `${call} ${move}`,
    path,
    body: { ...body, move, reason: '说明', password: testPassword },
  }));
}

async function ask(method: string, { path, body }: Tried) {
  const [holder, visitor] = tokens as [string, string];
  const answer = await server.ask(method, path, { token: holder, body });
  return answer.status === 403 ? server.ask(method, path, { token: visitor, body }) : answer;
}

/** Plants files of the kind accepted by the entity's own field. */
async function plantFile({ entity }: Resource): Promise<void> {
  const accept =
    Object.values(entity.fields).flatMap((field) =>
      field.kind === 'file' && !field.readonly ? [field.accept] : [],
    )[0] ?? 'document';
  await plant(`update stored_file set file_class = '${accept}' where id = '${fileOf('own')}'`);
}

/** Returns what belongs to `root`: its parts, and theirs; with `around` everything that requires or names it. */
function belowOf(root: string, around: boolean): Resource[] {
  const found = new Set([root]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const { entity, policy } of registry.all) {
      const belongs = Object.entries(entity.fields).some(
        ([name, field]) =>
          field.kind === 'ref' &&
          found.has(field.to) &&
          (policy.partOf === name || (around && (field.required || field.to === root))),
      );
      if (belongs) found.add(entity.name);
    }
  }
  return registry.all.filter(({ entity }) => found.has(entity.name));
}

const resourceOf = ({ path }: Route, among: readonly Resource[]): Resource | undefined =>
  among.find(({ entity }) => path.startsWith(`${entity.path}/`));
const matches = (names: readonly RegExp[], call: string): boolean => names.some((name) => name.test(call));

/** Entities moved by a machine, with their state field. */
const moved: ReadonlyMap<string, readonly [Machine, string]> = new Map<string, readonly [Machine, string]>([
  ...machines.flatMap((machine): [string, readonly [Machine, string]][] => {
    const name = machine.name === 'record' ? 'labSheet' : machine.name;
    return registry.all.some(({ entity }) => entity.name === name && 'state' in entity.fields)
      ? [[name, [machine, 'state']]]
      : [];
  }),
  ['announcement', [announcementMachine, 'sendStatus']],
  ...['siteSurveyModule', 'cyfaModule', 'qsjcModule', 'reportModule', 'paperLayout'].map(
    (name): [string, readonly [Machine, string]] => [name, [templateMachine, 'state']],
  ),
]);

/** Calls still allowed below a closed project. */
const goesOn: readonly RegExp[] = [
  // Creates another project, and reminds who has to act.
  /^POST api\/project\/(add|copy|urge)$/,
  // Public notices are about archived projects.
  /^\w+ api\/(reportFormula|reportScene)\//,
  // Faults are corrected whenever they are found; trips and a unit's own declaration are no parts of the project.
  /^\w+ api\/(nonconformity|vehiclePlan|declaration|declarationRow)\//,
  // External checks are about finished work, and are paid afterwards.
  /^\w+ api\/(sfQualityDetail|sfQualityItem|sfFinding|sfFinanceRecord)\//,
  // Issued reports are sent to the platforms after archiving; the answer comes from them.
  /^\w+ api\/(push|occupationalHealthReport)\//,
  // Instruments come back whatever became of the project, with their calibration at that time.
  /^PUT api\/equipmentUse\/(back|flow)$/,
  // Viewing and printing write only an audit line, and so does confirming that changes were read.
  /^POST api\/(records\/:id\/(pdf|printed)|report\/publication(Preview|Copy))$/,
  /^PUT api\/approval\/confirmChanges$/,
  // Shelf, box and a longer retention.
  /^PUT api\/archive\/place$/,
];

/** Allowed after a project is finished, and not after it was terminated. */
const goesOnInArchive: readonly RegExp[] = [
  // Later files are added to the archive with a mark.
  /^POST api\/archiveFile\/add$/,
  // A report is corrected or voided with a reason in any stage of its project, and the correction is signed again.
  /^POST api\/(report\/correct|approval\/submit)$/,
  /^PUT api\/report\/(edit|void|publish|withdraw)$/,
  /^PUT api\/approval\/move /,
  /^PUT api\/project\/move (publish|withdraw)$/,
];
/** No part of a project is issued before 签发, and none is terminated after. */
const neverWithEnded: ReadonlyMap<string, readonly string[]> = new Map([
  ['report', ['issued', 'published', 'corrected', 'voided']],
]);

// They find their project by a record that the planted row lacks.
const hidden = /^POST api\/labPeak\/take$/;

it.each(lockedStates(projectMachine))(
  'a project that is %s, with everything below it in each state, accepts 0 of all write calls of the router (SIG5, AZ1)',
  async (stage) => {
    const family = belowOf('project', true);
    const wrong: string[] = [];
    const calls = new Set<string>();
    let tried = 0;
    await setField('project', 'stage', stage);
    const before = await hashOf(family.filter(({ entity }) => !moved.has(entity.name)));
    for (const route of routes) {
      const resource =
        resourceOf(route, family) ??
        (/^api\/(sampleAdjustment|archive|records)\//.test(route.path) ? registry.named('project') : undefined);
      if (!resource) continue;
      const { name } = resource.entity;
      const [machine, field] = moved.get(name) ?? [];
      await plantFile(resource);
      const ended = stage === 'terminated';
      const states =
        name === 'project' || !machine
          ? [null]
          : Object.keys(machine.states).filter((state) => !(ended && neverWithEnded.get(name)?.includes(state)));
      for (const state of states) {
        if (state && field) await setField(name, field, state);
        for (const trial of trialsOf(route, machine?.moves.map(({ key }) => key) ?? [])) {
          if (
            matches(goesOn, trial.call) ||
            (!ended && matches(goesOnInArchive, trial.call)) ||
            hidden.test(trial.call)
          )
            continue;
          const stood = await hashOf(family);
          const answer = await ask(route.method, trial);
          const same = (await hashOf(family)) === stood;
          if (answer.status !== 409 || !same)
            wrong.push(
              `${trial.call}${state ? `, ${state}` : ''}: ${answer.status}${same ? '' : ', rows changed'} ${answer.text.slice(0, 160)}`,
            );
          calls.add(trial.call);
          tried += 1;
        }
      }
      if (machine && field && name !== 'project') await setField(name, field, machine.initial);
    }
    expect(wrong).toEqual([]);
    expect(await hashOf(family.filter(({ entity }) => !moved.has(entity.name)))).toBe(before);
    expect(calls.size).toBeGreaterThan(100);
    measured(
      `项目“${projectMachine.states[stage as keyof typeof projectMachine.states].label}”：${family.length} 个实体，${calls.size} 个写接口（含流转）× 自身各状态 ${tried} 次，${wrong.length} 次不为 409 或改动了数据`,
    );
  },
);

/** Stage of the project in which the object would be open. */
const stages: Readonly<Record<string, string>> = {
  handOver: 'handOver',
  labSheet: 'testing',
  labTask: 'testing',
  samplePlan: 'planning',
  report: 'reporting',
  approval: 'reporting',
};

/** Calls still allowed on an object whose own state is locked. Moves out of the state are allowed and not tried. */
const ownWay: Readonly<Record<string, readonly RegExp[]>> = {
  // The keeper counts the samples while the sheet waits.
  handOver: [/^PUT api\/handOver\/(count|mark)$/],
  // Another curve, the next version of this one, and an attachment of a record.
  labCurve: [/^POST api\/labCurve\/(add|newVersion|attachPdf)$/],
  approval: [/^PUT api\/approval\/confirmChanges$/, /^POST api\/approval\/submit$/],
  // Corrected, voided and published by their own moves; another one is begun where this one was replaced.
  report: [
    /^POST api\/report\/(start|correct|publicationPreview|publicationCopy)$/,
    /^PUT api\/report\/(void|publish|withdraw)$/,
  ],
  // The number answered by the authority; the next version.
  declaration: [/^POST api\/declaration\/(start|change)$/, /^PUT api\/declaration\/receipt$/],
  occupationalHealthReport: [/^PUT api\/occupationalHealthReport\/submit$/],
  // Another finding; and the verification of its correction.
  nonconformity: [/^POST api\/nonconformity\/add$/, /^PUT api\/nonconformity\/verify$/],
  // Findings are answered and judged in turn by the responsible side.
  outsideTask: [/^POST api\/sfQualityDetail\/(add|papers\/:id\/pdf)$/, /^PUT api\/sfFinding\/(answer|judge)$/],
  settlement: [/^POST api\/sfSettlement\/add$/],
  // Queued and sent by the outbox; the own calls of a sample and a task are tried below their project.
  push: [/^POST api\/push\/queue$/],
  labSheet: [/^POST api\/labPeak\/take$/],
  announcement: [/^POST api\/ohitAnnouncement\/(add|copy|receivers)$/, /^PUT api\/ohitAnnouncement\/recall$/],
  ...Object.fromEntries(
    ['siteSurveyModule', 'cyfaModule', 'qsjcModule', 'reportModule', 'paperLayout'].map((name) => [
      name,
      [new RegExp(`^POST api/${name}/(add|copy|revise)$`), new RegExp(`^PUT api/${name}/retire$`)],
    ]),
  ),
};

// A project is tried above; its samples and tasks are below it.
const things = [...moved].filter(([name]) => !['project', 'sample', 'labTask'].includes(name));

it.each(things)(
  'a row of %s accepts 0 of all write calls of the router in every locked state of its own (SIG5, AZ1)',
  async (name, [machine, field]) => {
    const family = belowOf(name, false);
    const states = lockedStates(machine);
    const wrong: string[] = [];
    const calls = new Set<string>();
    let tried = 0;
    await setField('project', 'stage', stages[name] ?? 'sampling');
    for (const state of states) {
      await setField(name, field, state);
      const before = await hashOf(family);
      const notFromHere = machine.moves.filter(({ from }) => !from.includes(state)).map(({ key }) => key);
      for (const route of routes) {
        const resource = resourceOf(route, family);
        if (!resource) continue;
        await plantFile(resource);
        for (const trial of trialsOf(route, notFromHere)) {
          if (matches(ownWay[name] ?? [], trial.call)) continue;
          const answer = await ask(route.method, trial);
          const same = (await hashOf(family)) === before;
          if (answer.status !== 409 || !same)
            wrong.push(
              `${trial.call}, ${state}: ${answer.status}${same ? '' : ', rows changed'} ${answer.text.slice(0, 160)}`,
            );
          calls.add(trial.call);
          tried += 1;
        }
      }
    }
    await setField(name, field, machine.initial);
    expect(wrong).toEqual([]);
    expect(states.length).toBeGreaterThan(0);
    measured(
      `${machine.label}：${calls.size} 个写接口（含流转）× ${states.length} 个锁定状态，${tried} 次，${wrong.length} 次不为 409 或改动了数据`,
    );
  },
);
