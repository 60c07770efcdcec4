import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { Failure } from '@/api/callFailures';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import { MoveDialog } from '@/features/projects/moves/MoveDialog';
import { InvalidSignatures } from '@/features/projects/moves/SignatureMark';
import { StepTimeline } from '@/features/projects/moves/StepTimeline';
import { fetchTimeline } from '@/features/projects/projectCalls';
import type { PageRoute } from '@/session/routeTable';
import { useSession } from '@/session/sessionStore';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { approvalTexts } from '@contract/features/reports/approval/approvalTexts';
import { failures, messages } from '@contract/messages';
import { signatureStates, signingStatement, signingTexts, statementEdition } from '@contract/workflow/signatureTexts';
import { userTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { measured } from '../support/measured';
import { button, click, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';
import { testPassword } from '../support/rows';
import { type SigningLab, signingLab } from '../support/signedRecords';

const api = apiServer();
let lab: SigningLab;
let id: number;
let version: number;

beforeAll(async () => {
  lab = await signingLab(api.server);
  ({ id } = await lab.ready());
  ({ version } = (await lab.work(id)).sheet);
});

function Way({ of }: { readonly of?: { readonly id: number; readonly version: number } }) {
  const sheet = of ?? { id, version };
  const timeline = useQuery({
    queryKey: ['way', sheet.id],
    queryFn: ({ signal }) => fetchTimeline(labSheet, sheet.id, signal),
    retry: false,
  });
  return (
    <>
      <button type="button">办理记录</button>
      <MoveButtons entity={labSheet} row={sheet} timeline={timeline.data} onMoved={() => void timeline.refetch()} />
      <InvalidSignatures timeline={timeline.data} />
      <StepTimeline timeline={timeline.data} />
    </>
  );
}

const accepted = async () =>
  (
    await api.server.database.orm
      .select({ edition: userTable.statementEdition })
      .from(userTable)
      .where(eq(userTable.id, lab.people.analyst.id))
  )[0]?.edition ?? null;

it('the first signature shows 电子签名声明 in its dialog and is made only after the declaration is accepted', async () => {
  await api.server.database.orm
    .update(userTable)
    .set({ statementEdition: null, statementTime: null })
    .where(eq(userTable.id, lab.people.analyst.id));
  await renderPage(<Way />, { token: lab.people.analyst.token });
  await waitFor(() => button('提交'));
  button('提交').focus();
  click(button('提交'));
  const dialog = await screen.findByRole('dialog');
  const statement = await within(dialog).findByRole('region', { name: signingStatement.title });
  for (const item of signingStatement.items) expect(statement).toHaveTextContent(item);
  const sign = () =>
    click(
      within(dialog)
        .getAllByRole('button', { name: /^提\s?交$/ })
        .at(-1) as HTMLElement,
    );
  type(within(dialog).getByLabelText(/^签名/), testPassword);
  sign();
  await within(dialog).findByText(signingTexts.mustAccept);
  expect(await accepted()).toBeNull();
  click(within(dialog).getByRole('checkbox', { name: signingTexts.accept }));
  type(within(dialog).getByLabelText(/^签名/), 'Falsch-2026#x');
  sign();
  await within(dialog).findByText(failures.wrongPassword);
  // The statement is accepted; only the password is still wrong.
  expect(await accepted()).toBe(statementEdition);
  expect(within(dialog).queryByRole('region', { name: signingStatement.title })).toBeNull();
  type(within(dialog).getByLabelText(/^签名/), testPassword);
  sign();
  expect(await screen.findByText(signatureStates.valid.label)).toBeInTheDocument();
  // The button disappeared with the move, so a control nearby has the focus.
  await waitFor(() => expect(screen.getByRole('button', { name: '办理记录' })).toHaveFocus());
});

it('signed content that was changed is marked in red, cannot be signed again, and can be returned', async () => {
  await lab.tamper(`update lab_sheet_row set report_text = '56.9' where sheet = ${id}`);
  await renderPage(<Way />, { token: lab.people.reviewer.token });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(`${signatureStates.invalid.label}：李检测（提交）`);
  expect(alert).toHaveTextContent(signingTexts.broken(['李检测'], ['检测结果'], '复核', '退回'));
  expect(button('复核')).toBeDisabled();
  expect(button('退回')).toBeEnabled();
  const step = screen.getByText('提交', { selector: 'strong' }).closest('li') as HTMLElement;
  expect(within(step).getByText(signatureStates.invalid.label)).toBeInTheDocument();
  expect(step).toHaveTextContent(signatureStates.invalid.hint);
});

it('a reading edited by a colleague while the signing dialog is open is not signed and must be viewed first (SEC-15)', async () => {
  const { id: other } = await lab.ready();
  const { sheet, rows } = await lab.work(other);
  await renderPage(<Way of={{ id: other, version: sheet.version }} />, { token: lab.people.analyst.token });
  await waitFor(() => button('提交'));
  click(button('提交'));
  const dialog = await screen.findByRole('dialog');
  const ok = () =>
    within(dialog)
      .getAllByRole('button', { name: /^提\s?交$/ })
      .at(-1) as HTMLElement;
  await lab.good('PUT', 'api/labSheetRow/saveAll', {
    rows: [{ id: rows[0]?.id, version: rows[0]?.version, frontResponse: '91.20' }],
    removed: [],
  });
  type(within(dialog).getByLabelText(/^签名/), testPassword);
  click(ok());
  await within(dialog).findByText(signingTexts.changedSince(['检测结果']));
  await waitFor(() => expect(ok()).toBeDisabled());
  expect(ok()).toHaveAttribute('title', signingTexts.lookAgain);
  expect(await lab.states(other)).toEqual([]);
  // Closed and asked again, what is shown now is signed.
  click(within(dialog).getByRole('button', { name: /^取\s?消$/ }));
  click(await screen.findByRole('button', { name: /^离\s?开$/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  click(button('提交'));
  type(within(await screen.findByRole('dialog')).getByLabelText(/^签名/), testPassword);
  click(
    within(screen.getByRole('dialog'))
      .getAllByRole('button', { name: /^提\s?交$/ })
      .at(-1) as HTMLElement,
  );
  await waitFor(async () => expect(await lab.states(other)).toEqual([['submit', 'valid']]));
});

it('the signing dialog lists what blocks the workflow move, line by line, and stays open', async () => {
  const each = ['还有1份检测记录没有审核', '还有7项检测任务没有结果'];
  const refuse = () =>
    Promise.reject(
      new Failure('refused', approvalTexts.incomplete, {
        status: 409,
        code: 'incomplete',
        errors: each.map((message, index) => ({ field: `problem${index + 1}`, message })),
      }),
    );
  await renderPage(
    <MoveDialog
      entity={labSheet}
      row={{ id, version }}
      move={{ key: 'submit', label: '提交记录审批', needsReason: false, signs: true }}
      sendMove={refuse}
      onClose={() => undefined}
      onMoved={() => undefined}
    />,
    { token: lab.people.analyst.token },
  );
  const dialog = await screen.findByRole('dialog');
  type(within(dialog).getByLabelText(/^签名/), testPassword);
  click(within(dialog).getByRole('button', { name: '提交记录审批' }));
  const alert = await within(dialog).findByRole('alert');
  expect(alert).toHaveTextContent(approvalTexts.incomplete);
  expect(
    within(alert)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual(each);
});

it('the signing dialog shows the reason of a refusal that has no details', async () => {
  const refuse = () => Promise.reject(new Failure('refused', '请先填写责任人', { status: 409, code: 'incomplete' }));
  await renderPage(
    <MoveDialog
      entity={labSheet}
      row={{ id, version }}
      move={{ key: 'review', label: '提交', needsReason: false, signs: false }}
      sendMove={refuse}
      onClose={() => undefined}
      onMoved={() => undefined}
    />,
    { token: lab.people.analyst.token },
  );
  const dialog = await screen.findByRole('dialog');
  click(within(dialog).getByRole('button', { name: /提\s?交/ }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('请先填写责任人');
});

it('the correction dialog sends 0 requests if the reason is empty or blank, and asks for it (AUD4)', async () => {
  const sent: unknown[] = [];
  const make = (answers: unknown) => Promise.resolve(String(sent.push(answers)));
  await renderPage(
    <MoveDialog
      entity={labSheet}
      row={{ id, version }}
      move={{ key: 'correct', label: '更正', needsReason: true, signs: false }}
      sendMove={make}
      onClose={() => undefined}
      onMoved={() => undefined}
    />,
    { token: lab.people.analyst.token },
  );
  const dialog = await screen.findByRole('dialog');
  const reasons = ['', '   '];
  for (const reason of reasons) {
    type(within(dialog).getByLabelText('原因'), reason);
    click(within(dialog).getByRole('button', { name: /更\s?正/ }));
    expect(await within(dialog).findByText('请填写更正的原因')).toBeInTheDocument();
  }
  expect(sent).toEqual([]);
  measured(`界面：${reasons.length} 种空白的原因，发出 ${sent.length} 次`);
  type(within(dialog).getByLabelText('原因'), '读数抄录有误');
  click(within(dialog).getByRole('button', { name: /更\s?正/ }));
  await waitFor(() => expect(sent).toHaveLength(1));
});

it('the signing dialog cannot be closed while the workflow move is running', async () => {
  let answer: (said: string) => void = () => undefined;
  let closed = 0;
  const slow = () => new Promise<string>((resolve) => (answer = resolve));
  await renderPage(
    <MoveDialog
      entity={labSheet}
      row={{ id, version }}
      move={{ key: 'review', label: '提交', needsReason: false, signs: false }}
      sendMove={slow}
      onClose={() => (closed += 1)}
      onMoved={() => undefined}
    />,
    { token: lab.people.analyst.token },
  );
  const dialog = await screen.findByRole('dialog');
  click(within(dialog).getByRole('button', { name: /提\s?交/ }));
  await waitFor(() => expect(within(dialog).getByRole('button', { name: /取\s?消/ })).toBeDisabled());
  fireEvent.keyDown(dialog, { key: 'Escape', code: 'Escape', keyCode: 27 });
  expect(within(dialog).queryByRole('button', { name: /关闭|Close/ })).toBeNull();
  expect(closed).toBe(0);
  answer('提交成功');
  await waitFor(() => expect(closed).toBe(1));
});

it('the signing dialog repeats a workflow move with the same key if its outcome is unknown', async () => {
  const keys: string[] = [];
  const lost = (_: unknown, key: string) => {
    keys.push(key);
    return Promise.reject(new Failure('timeout', messages.timeout));
  };
  await renderPage(
    <MoveDialog
      entity={labSheet}
      row={{ id, version }}
      move={{ key: 'review', label: '提交', needsReason: false, signs: false }}
      sendMove={lost}
      onClose={() => undefined}
      onMoved={() => undefined}
    />,
    { token: lab.people.analyst.token },
  );
  const dialog = await screen.findByRole('dialog');
  for (const times of [1, 2]) {
    await waitFor(() => expect(within(dialog).getByRole('button', { name: /提\s?交/ })).toBeEnabled());
    click(within(dialog).getByRole('button', { name: /提\s?交/ }));
    await waitFor(() => expect(keys).toHaveLength(times));
    await within(dialog).findByRole('alert');
  }
  expect(keys[1]).toBe(keys[0]);
});

it.each([
  ['the page of a missing item can be opened', '/projectForms', false, [/^补全缺项（1）$/]],
  ['the page of no missing item can be opened', '/nowhere', false, [/^提\s?交$/]],
  ['another button of the page is the next action', '/projectForms', true, []],
  ['the missing items are still being loaded', null, false, []],
])('at most one of the buttons for moves is primary: %s', async (_name, path, nextIsElsewhere, primaryButtons) => {
  const { id: ownId } = await lab.ready();
  const { sheet } = await lab.work(ownId);
  function Moves() {
    const { data: timeline } = useQuery({
      queryKey: ['moves', ownId],
      queryFn: () => fetchTimeline(labSheet, ownId),
      retry: false,
    });
    const gaps = path === null ? undefined : [{ key: 'a', title: '缺少一项', gate: 'endSurvey', path } as const];
    return (
      <MoveButtons
        entity={labSheet}
        row={{ id: ownId, version: sheet.version }}
        timeline={timeline}
        missing={{ submit: gaps }}
        nextIsElsewhere={nextIsElsewhere}
        onMoved={() => undefined}
      />
    );
  }
  const { container } = await renderPage(<Moves />, { token: lab.people.analyst.token });
  const pages = new Map([['/projectForms', { path: '/projectForms' } as PageRoute]]);
  act(() => useSession.setState({ routeTable: { pages, sidebar: [], permissions: [], redirects: new Map() } }));
  await waitFor(() => button('提交'));
  const primary = [...container.querySelectorAll('.ant-btn-primary')].map(({ textContent }) => textContent);
  expect(primary).toEqual(primaryButtons.map((name) => expect.stringMatching(name)));
});
