import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HeadForm } from '@/features/projects/HeadForm';
import PlanPage from '@/pages/siteSample/samplePlan/details/page';
import SurveyPage from '@/pages/siteSample/siteSurvey/details/page';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { siteSurvey } from '@contract/features/fieldwork/entities/siteSurvey';
import { planTexts, surveyTexts } from '@contract/features/fieldwork/plan/planTexts';
import type { SurveyOf } from '@contract/features/fieldwork/survey/surveyWire';
import { messages } from '@contract/messages';
import { industryRiskTable, inspectUnitTable, materialComponentTable, materialTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { allOf, button, click } from '../support/renderList';
import { renderPage } from '../support/renderPage';

const api = apiServer();
let token: string;
let organizationId: number;
let unit: number;
let project: number;
let noise: number;
let benzene: number;

const ask = async <B,>(method: string, path: string, body?: unknown): Promise<B> => {
  const answer = await api.server.ask<B>(method, path, { token, ...(body === undefined ? {} : { body }) });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const named = (name: string) => ({ name }) as never;

beforeAll(async () => {
  const { rows, login } = api.server;
  organizationId = await rows.organization();
  unit = await rows.inspectUnit({ organizationId, unitName: '某轴承厂' });
  const permissions = ['hazard', 'siteSurvey', 'siteHazard', 'surveyFile', 'samplePlan', 'sampleSiteHazard'].flatMap(
    (name) => allOf(named(name)),
  );
  await rows.user({
    userName: 'field',
    nickName: '周海涛',
    organizationId,
    roles: [
      await rows.role({ permissions: [...permissions, 'project:list', 'project:endSurvey', 'samplePlan:submit'] }),
    ],
  });
  token = await login('field');
  noise = (await ask<{ body: AnyRow }>('POST', 'api/hazard/add', { name: '噪声', category: 'physical' })).body.id;
  benzene = (await ask<{ body: AnyRow }>('POST', 'api/hazard/add', { name: '苯', category: 'chemical' })).body.id;
});
beforeEach(async () => {
  project = await api.server.rows.project({ organizationId, belongInspect: unit, type: 'DQ', stage: 'survey' });
});

const open = async (page: React.ReactElement) => {
  const { unmount } = await renderPage(page, { token, path: `/x?belongProject=${project}` });
  return { ...heardFeedback(), unmount };
};
const row = (post: string, hazard: number) => ({
  project,
  workshop: '一车间',
  post,
  hazard,
  workers: 2,
  hoursPerDay: '8',
  fixedPost: true,
});
const planned = async (rows: object[]) => {
  const { survey } = await ask<{ survey: AnyRow }>('GET', `api/siteSurvey/of/${project}`);
  const { user } = await ask<{ user: { id: number } }>('GET', 'auth/info');
  await ask('PUT', 'api/siteSurvey/edit', {
    ...survey,
    surveyedOn: '2026-03-02',
    surveyors: [user.id],
    remark: '王工同行',
  });
  await ask('PUT', 'api/siteHazard/saveAll', { rows });
  await ask('PUT', 'api/project/move', { id: project, move: 'endSurvey' });
};

describe('head form of a project’s survey or plan', () => {
  const head = async () => (await ask<SurveyOf>('GET', `api/siteSurvey/of/${project}`)).survey as unknown as AnyRow;

  it('the header of a project’s survey or plan is edited in place; another person’s change is compared and not lost', async () => {
    const survey = await head();
    const heard = await open(
      <HeadForm
        entity={siteSurvey}
        row={survey}
        fields={['companionName', 'product']}
        locked={false}
        onSaved={() => undefined}
      />,
    );
    expect(button('保存')).toBeDisabled();
    fireEvent.change(screen.getByLabelText('陪同人'), { target: { value: '王工' } });
    await ask('PUT', 'api/siteSurvey/edit', { ...survey, product: '轴承' });
    click(button('保存'));
    await screen.findByRole('region', { name: '修改冲突' });
    expect(screen.getByLabelText('陪同人')).toHaveValue('王工');
    click(button('合并'));
    click(button('保存'));
    await waitFor(() => expect(heard.notices.map(([, text]) => text)).toContain(messages.edited));
    expect(await head()).toMatchObject({ companionName: '王工', product: '轴承' });
  });

  it('the header of a project’s survey or plan is read-only when it is locked', async () => {
    await open(
      <HeadForm entity={siteSurvey} row={await head()} fields={['companionName']} locked onSaved={() => undefined} />,
    );
    expect(screen.getByLabelText('陪同人')).toBeDisabled();
    expect(screen.queryByRole('button', { name: /保\s*存/ })).toBeNull();
  });
});

describe('survey', () => {
  it('the survey page shows hazards of the materials and the risk class in one collapsed line; expanded, with reasons and a button to adopt', async () => {
    const { orm } = api.server.database;
    const { survey } = await ask<{ survey: AnyRow }>('GET', `api/siteSurvey/of/${project}`);
    await ask('PUT', 'api/siteSurvey/edit', { ...survey, materials: '聚氨酯漆' });
    const [paint] = await orm
      .insert(materialTable)
      .values({ name: '聚氨酯漆', organizationId })
      .returning({ id: materialTable.id });
    await orm
      .insert(materialComponentTable)
      .values({ material: paint?.id ?? 0, name: '苯', hazard: benzene, shareTo: '5', organizationId });
    const risk = { code: 'C345', division: 'C34', divisionName: '通用设备制造业', dataCertainty: 'check' };
    const [bearings] = await orm
      .insert(industryRiskTable)
      .values({ ...risk, name: '轴承制造', riskClass: 'severe' })
      .returning({ id: industryRiskTable.id });
    await orm
      .update(inspectUnitTable)
      .set({ industryRisk: bearings?.id ?? 0 })
      .where(eq(inspectUnitTable.id, unit));
    await open(<SurveyPage />);
    const line = await screen.findByText(
      '原辅材料可能带来1种未列入调查的因素；职业病危害风险分类：严重（C345 轴承制造）',
    );
    const note = line.closest('details');
    expect(note?.open).toBe(false);
    expect(note).toHaveTextContent('苯：“聚氨酯漆”含苯（≤5%）');
    // One click adds the hazard with its reason; a second one adds no other row. Workshop and post are asked for.
    const adopt = await screen.findByRole('button', { name: surveyTexts.adopt('苯') });
    fireEvent.click(adopt);
    fireEvent.click(adopt);
    const box = () => document.querySelector<HTMLTextAreaElement>('[data-entry-editor]') as HTMLTextAreaElement;
    await waitFor(() => expect(box()).toBeInTheDocument());
    fireEvent.paste(box(), { clipboardData: { getData: () => '一车间\t喷漆工' } });
    click(button('保存'));
    const stored = async () =>
      (await ask<{ content: AnyRow[] }>('GET', `api/siteHazard?project=${project}&page=0&size=10`)).content;
    await waitFor(async () => expect(await stored()).toHaveLength(1));
    expect((await stored())[0]).toMatchObject({
      workshop: '一车间',
      post: '喷漆工',
      hazard: benzene,
      remark: '“聚氨酯漆”含苯（≤5%）',
    });
    // What is surveyed is suggested no longer.
    await waitFor(() => expect(screen.queryByRole('button', { name: surveyTexts.adopt('苯') })).toBeNull());
    await orm.update(inspectUnitTable).set({ industryRisk: null }).where(eq(inspectUnitTable.id, unit));
    await orm.delete(materialComponentTable);
  });

  it('the survey page of an ended survey says that it has ended and offers no action that the server would refuse', async () => {
    await planned([row('磨工', noise)]);
    await open(<SurveyPage />);
    await screen.findByText(messages.surveyEnded);
    await screen.findByRole('grid', { name: '岗位与危害因素' });
    for (const name of ['插入行', '复制上次调查', '采用模板', '结束调查'])
      expect(screen.queryByRole('button', { name }), name).toBeNull();
  });

  it('the survey page has a place for each kind of drawing and file, of which an evaluation report needs three', async () => {
    await open(<SurveyPage />);
    for (const { value, label } of fixedDictionaries.surveyFileKind) {
      if (value === 'sites') continue;
      const files = await screen.findByRole('region', { name: `${label}附件`, hidden: true });
      expect(files.querySelector('input[type=file]')).not.toBeNull();
    }
  });

  it('the survey page offers the enterprise’s earlier surveys and copies the newest with one click', async () => {
    await ask('GET', `api/siteSurvey/of/${project}`);
    await ask('PUT', 'api/siteHazard/saveAll', { rows: [row('磨工', noise), row('漆工', benzene)] });
    project = await api.server.rows.project({ organizationId, belongInspect: unit, type: 'DQ', stage: 'survey' });
    const heard = await open(<SurveyPage />);
    await screen.findByRole('grid', { name: '岗位与危害因素' });
    click(button('复制上次调查'));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findAllByText(/2行岗位危害因素/);
    fireEvent.click(within(dialog).getByRole('button', { name: /复\s*制/ }));
    await waitFor(() => expect(heard.notices.map(([, text]) => text)).toContain('已复制2行岗位危害因素'));
    await screen.findByText('岗位与危害因素（2）');
  });
});

describe('plan', () => {
  it('the plan page names hazards without a plan and missing values, with links to their cells', async () => {
    await planned([row('磨工', noise), row('漆工', benzene)]);
    const { unmount } = await open(<PlanPage />);
    click(await screen.findByRole('button', { name: '由调查生成' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /生\s*成/ }));
    await screen.findByText(planTexts.noMethod('一车间 漆工 苯', ''));
    // Why benzene is not tested is a choice, kept as data.
    fireEvent.click(screen.getByRole('tab', { name: /方案说明/ }));
    fireEvent.mouseDown(await screen.findByLabelText('苯：不检测的原因'));
    fireEvent.click(await screen.findByTitle('其他原因'));
    fireEvent.change(await screen.findByLabelText('苯：说明'), { target: { value: '设备停用' } });
    const words = screen.getByRole('tabpanel', { name: /方案说明/ });
    click(button('保存', words));
    const head = async () => (await ask<{ plan: AnyRow }>('GET', `api/samplePlan/of/${project}`)).plan;
    await waitFor(async () => expect((await head()).notTested).toBe('苯：设备停用'));
    expect((await head()).untested).toEqual({ [benzene]: 'other', [`${benzene}.note`]: '设备停用' });
    unmount();
    await ask('PUT', 'api/sampleSiteHazard/saveAll', {
      rows: [
        {
          project,
          workshop: '一车间',
          place: '漆工',
          hazard: benzene,
          mode: 'area',
          period: 'short',
          points: 1,
          samplesPerDay: 1,
          days: 1,
          blanks: 2,
        },
      ],
    });
    await open(<PlanPage />);
    await screen.findByRole('grid', { name: '采样方案' });
    fireEvent.click(screen.getByRole('tab', { name: /核对/ }));
    fireEvent.click(await screen.findByRole('button', { name: `一车间 漆工 苯：${planTexts.needsMethod}` }));
    await waitFor(() => expect(screen.getByRole('tab', { name: '采样方案' })).toHaveAttribute('aria-selected', 'true'));
    await screen.findByLabelText(/^检测方法 第2行/);
  });
});
