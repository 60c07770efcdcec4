import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EditorEvent, type EditorState, initialState, openAction, nextState } from '@/listEditor/editorState';
import type { FormAction } from '@/listEditor/page';
import type { AnyRow } from '@contract/entity';

const row = (id: number): AnyRow => ({
  id,
  organizationId: 1,
  version: 1,
  createBy: 1,
  createTime: '',
  updateBy: 1,
  updateTime: '',
  deleteTime: null,
});
const run = (...events: EditorEvent[]): EditorState => events.reduce(nextState, initialState);
const actions: FormAction[] = ['add', 'edit', 'copy', 'paste'];

describe.each(actions)('state of the form %s', (action) => {
  const prepare: EditorEvent = { type: 'prepare', action, row: row(1), initial: { name: '甲' } };

  it('the form state "open" opens this form and no other', () => {
    const state = run(prepare);
    expect(state.forms).toEqual({ ...initialState.forms, [action]: 'prepared' });
    expect(openAction(state)).toBe(action);
  });

  it('the form state is "processing" while the submit runs, and a second submit is ignored', () => {
    const state = run(prepare, { type: 'submit', action });
    expect(state.forms[action]).toBe('processing');
    expect(nextState(state, { type: 'submit', action })).toBe(state);
    expect(nextState(state, { type: 'cancel' })).toBe(state);
    expect(nextState(state, { type: 'prepare', action: 'add', row: null, initial: {} })).toBe(state);
  });

  it('the form state returns to "prepared" after a failure, with the form and its errors', () => {
    const errors = [{ field: 'name', message: '已存在' }];
    const state = run(prepare, { type: 'submit', action }, { type: 'fail', action, errors, conflict: row(2) });
    expect(state).toMatchObject({ errors, conflict: { id: 2 }, initial: { name: '甲' }, row: { id: 1 } });
    expect(state.forms[action]).toBe('prepared');
  });

  it('the form state returns to "normal" after a success and keeps no values', () => {
    expect(run(prepare, { type: 'submit', action }, { type: 'succeed', action })).toEqual(initialState);
  });

  it('the form state returns to "normal" after a cancel', () => {
    expect(run(prepare, { type: 'cancel' })).toEqual(initialState);
  });

  it('the form state never passes values of one form to the next', () => {
    const state = run(prepare, { type: 'cancel' }, { type: 'prepare', action: 'add', row: null, initial: {} });
    expect(state).toMatchObject({ row: null, initial: {}, errors: [], conflict: null });
  });
});

describe('state of a deletion', () => {
  it('the state of a deletion goes from normal through prepared and processing back to normal', () => {
    const asked = run({ type: 'askDelete', ids: [1] });
    expect(asked.deleting).toEqual({ 1: 'prepared' });
    const going = nextState(asked, { type: 'delete', ids: [1] });
    expect(going.deleting).toEqual({ 1: 'processing' });
    expect(nextState(going, { type: 'deleted', ids: [1] }).deleting).toEqual({});
  });

  it('the state of a deletion returns to prepared after a failure, and to normal after a cancel', () => {
    const failed = run(
      { type: 'askDelete', ids: [1] },
      { type: 'delete', ids: [1] },
      { type: 'deleteFailed', ids: [1] },
    );
    expect(failed.deleting).toEqual({ 1: 'prepared' });
    expect(nextState(failed, { type: 'cancelDelete', ids: [1] }).deleting).toEqual({});
  });

  it('deleting one row of a list changes neither another row’s pending deletion nor the open form', () => {
    const state = run(
      { type: 'askDelete', ids: [1] },
      { type: 'askDelete', ids: [2] },
      { type: 'prepare', action: 'edit', row: row(3), initial: {} },
      { type: 'delete', ids: [1] },
    );
    expect(state.deleting).toEqual({ 1: 'processing', 2: 'prepared' });
    expect(openAction(state)).toBe('edit');
  });
});

it('at most one form of a list is open after any sequence of events', () => {
  const event: fc.Arbitrary<EditorEvent> = fc.oneof(
    fc
      .constantFrom(...actions)
      .chain((action) =>
        fc.constantFrom<EditorEvent>(
          { type: 'prepare', action, row: null, initial: {} },
          { type: 'submit', action },
          { type: 'succeed', action },
          { type: 'fail', action },
        ),
      ),
    fc.constantFrom<EditorEvent>(
      { type: 'cancel' },
      { type: 'askDelete', ids: [1] },
      { type: 'delete', ids: [1] },
      { type: 'deleted', ids: [1] },
    ),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let state = initialState;
      for (const event of events) {
        state = nextState(state, event);
        expect(Object.values(state.forms).filter((status) => status !== 'normal').length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 500 },
  );
});
