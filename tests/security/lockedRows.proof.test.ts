import { afterAll, beforeAll, expect, it } from 'vitest';
import { templateMachine } from '@contract/features/library/templateMachine';
import { announcementMachine } from '@contract/features/notices/announcementMachine';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { machines } from '@contract/machines';
import type { Machine } from '@contract/workflow/machine';
import type { Resource } from '@server/crud/resource';
import { snake } from '@server/db/tableOf';
import type { Route } from '@server/http/route';
import { registry } from '@server/resources';
import { allRoutes } from '@server/routes';
import { lockedStates } from '../support/closedWrites';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { declaredRoutes } from './declared';
import { fileOf, planted, plantRows } from './plantedRows';
import { trialOf } from './trial';

// QUALITY SIG5, AZ1: what is locked is written by no call. The calls come from the router, so that a new one is tried
// without anybody writing a test for it; what goes on all
// the same is named here, with the reason. What a lock holds together in particular – a record, a plan, a curve, a
// hand-over, a report – is tried on whole rows by
// tests/server/lockedWrites, labCurves, handOver and reportSignatures.

let server: TestServer;
let routes: readonly Route[];
/** Who holds every permission, and a person from outside who does, too: some calls are for those alone. */
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
    // Somebody from outside uses their own uploads alone; a curve belongs to a page that there is.
    `update stored_file set create_by = ${people[1]} where id = '${fileOf('own')}'`,
    `update lab_curve set method_kind = 'gasChromatography', part = 'main', fit = 'linear' ${own}`,
    `update equipment set calibration_due = '2099-01-01', status = 'in' ${own}`,
    `update project set archived_on = '2026-10-01' ${own}`,
  );
});
afterAll(() => server.close());

/** Past every rule, as the rows were planted. */
const plant = (...statements: string[]): Promise<void> =>
  server.database.execute(
    ['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join('; '),
  );
const setField = (name: string, field: string, value: string): Promise<void> =>
  plant(`update "${snake(name)}" set ${snake(field)} = '${value}' where id in (${planted.own}, ${planted.deleted})`);

/** Of all rows of these entities. */
async function hashOf(resources: readonly Resource[]): Promise<string> {
  const parts = resources.map(
    ({ entity }) =>
      `select md5(coalesce(string_agg(md5(t::text), '' order by id), '')) as hash from "${snake(entity.name)}" t`,
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

/** The call about the planted row; one a move where a machine moves it. */
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

/** Files of the kind that the entity's own field takes. */
async function plantFile({ entity }: Resource): Promise<void> {
  const accept =
    Object.values(entity.fields).flatMap((field) =>
      field.kind === 'file' && !field.readonly ? [field.accept] : [],
    )[0] ?? 'document';
  await plant(`update stored_file set file_class = '${accept}' where id = '${fileOf('own')}'`);
}

/** Those that belong to `root`: its parts, and theirs; with `around` all that can't be without it or names it. */
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

/** What a machine moves, with the field that says where it stands. */
const moved: ReadonlyMap<string, readonly [Machine, string]> = new Map<string, readonly [Machine, string]>([
  ...machines.flatMap((machine): [string, readonly [Machine, string]][] => {
    const name = machine.name === 'record' ? 'labSheet' : machine.name;
    return registry.all.some(({ entity }) => entity.name === name && 'state' in entity.fields)
      ? [[name, [machine, 'state']]]
      : [];
  }),
  ['announcement', [announcementMachine, 'sendStatus']],
  ...['siteSurveyModule', 'cyfaModule', 'qsjcModule', 'reportModule'].map(
    (name): [string, readonly [Machine, string]] => [name, [templateMachine, 'state']],
  ),
]);

/** Below a closed project: what goes on, by its calls. */
const goesOn: readonly RegExp[] = [
  // Another project, and a word to who has to act.
  /^POST api\/project\/(add|copy|urge)$/,
  // Notices to the public are about archived projects.
  /^\w+ api\/(reportFormula|reportScene)\//,
  // What was wrong is put right whenever it is found; a trip, and a unit's own declaration, are no parts of the
  // project.
  /^\w+ api\/(nonconformity|vehiclePlan|declaration|declarationRow)\//,
  // Checks from outside look at what was finished, and are paid after.
  /^\w+ api\/(sfQualityDetail|sfQualityItem|sfFinding|sfFinanceRecord)\//,
  // Issued reports go to the platforms after the archive; what the answer is is theirs to say.
  /^\w+ api\/(push|occupationalHealthReport)\//,
  // Instruments come back whatever became of the project, and how they were calibrated then.
  /^PUT api\/equipmentUse\/(back|flow)$/,
  // To look and to print writes a line in the trail and nothing else; to have read what was changed as well.
  /^POST api\/(records\/:id\/(pdf|printed)|report\/publication(Preview|Copy))$/,
  /^PUT api\/approval\/confirmChanges$/,
  // Shelf, box and a longer term.
  /^PUT api\/archive\/place$/,
];

/** What goes on while the project was brought to its end, and not where it was broken off. */
const goesOnInArchive: readonly RegExp[] = [
  // What comes later is filed beside the archive, with its mark.
  /^POST api\/archiveFile\/add$/,
  // A report is corrected or voided with a reason wherever its project stands, and the correction goes through its
  // hands.
  /^POST api\/(report\/correct|approval\/submit)$/,
  /^PUT api\/report\/(edit|void|publish|withdraw)$/,
  /^PUT api\/approval\/move /,
  /^PUT api\/project\/move (publish|withdraw)$/,
];
/** Nothing of a project is issued before 签发, and none is ended after. */
const neverWithEnded: ReadonlyMap<string, readonly string[]> = new Map([
  ['report', ['issued', 'published', 'corrected', 'voided']],
]);

// Which project it is about they ask by a record that the planted row lacks.
const hidden = /^POST api\/labPeak\/take$/;

it.each(lockedStates(projectMachine))(
  'SIG5, AZ1: a project that is %s, and all that hangs below it in each of its states, is written by 0 of all calls of the router',
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

/** In which stage of the project the thing would be open. */
const stages: Readonly<Record<string, string>> = {
  handOver: 'handOver',
  labSheet: 'testing',
  labTask: 'testing',
  samplePlan: 'planning',
  report: 'reporting',
  approval: 'reporting',
};

/**
 * A thing whose own state is locked: what goes on, by its calls. Moves that leave the state are its way and are not
 * tried.
 */
const ownWay: Readonly<Record<string, readonly RegExp[]>> = {
  // The keeper counts what was given while it waits.
  handOver: [/^PUT api\/handOver\/(count|mark)$/],
  // Another curve, the next version of this one, and an attachment of a record.
  labCurve: [/^POST api\/labCurve\/(add|newVersion|attachPdf)$/],
  approval: [/^PUT api\/approval\/confirmChanges$/, /^POST api\/approval\/submit$/],
  // Corrected, voided and published each with a move of its own; another one is begun where this one was replaced.
  report: [
    /^POST api\/report\/(start|correct|publicationPreview|publicationCopy)$/,
    /^PUT api\/report\/(void|publish|withdraw)$/,
  ],
  // The number that the authority answers with; the next version.
  declaration: [/^POST api\/declaration\/(start|change)$/, /^PUT api\/declaration\/receipt$/],
  occupationalHealthReport: [/^PUT api\/occupationalHealthReport\/submit$/],
  // Another finding; and the word that it was put right.
  nonconformity: [/^POST api\/nonconformity\/add$/, /^PUT api\/nonconformity\/verify$/],
  // Findings are answered and judged in their turn, by whom it is up to.
  outsideTask: [/^POST api\/sfQualityDetail\/(add|papers\/:id\/pdf)$/, /^PUT api\/sfFinding\/(answer|judge)$/],
  settlement: [/^POST api\/sfSettlement\/add$/],
  // Queued and sent by the outbox; a sample's and a task's own calls are tried below their project.
  push: [/^POST api\/push\/queue$/],
  labSheet: [/^POST api\/labPeak\/take$/],
  announcement: [/^POST api\/ohitAnnouncement\/(add|copy|receivers)$/, /^PUT api\/ohitAnnouncement\/recall$/],
  ...Object.fromEntries(
    ['siteSurveyModule', 'cyfaModule', 'qsjcModule', 'reportModule'].map((name) => [
      name,
      [new RegExp(`^POST api/${name}/(add|copy|revise)$`), new RegExp(`^PUT api/${name}/retire$`)],
    ]),
  ),
};

// A project is tried above; its samples and tasks stand under it.
const things = [...moved].filter(([name]) => !['project', 'sample', 'labTask'].includes(name));

it.each(things)(
  'SIG5, AZ1: %s is written by 0 of all calls of the router in every state of its own that is locked',
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
