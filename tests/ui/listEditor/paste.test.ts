import { describe, expect, it } from 'vitest';
import { pastedDraft } from '@/listEditor/importing/pastedDraft';
import { defineEntity } from '@contract/entity';
import { date, flag, integer, text } from '@contract/field';

const entity = defineEntity({
  name: 'pastedThing',
  path: 'api/pastedThing',
  label: '物品',
  titleField: 'title',
  scope: 'organization',
  sheet: ['title', 'count', 'day', 'wet', 'dry'],
  fields: {
    title: text('名称', { required: true }),
    count: integer('数量', { min: 0 }),
    day: date('日期'),
    wet: flag('潮湿'),
    dry: flag('干燥', { initial: true }),
  },
});

describe('a row pasted into a form', () => {
  it('a row pasted into a form fills its fields; a yes-or-no field without a value stays no', async () => {
    expect(await pastedDraft(entity, '甲\t3\t2026/5/1\t是')).toMatchObject({
      values: { title: '甲', count: 3, day: '2026-05-01', wet: true, dry: false },
      unread: {},
    });
  });

  it('a row pasted into a form keeps an unreadable text in its field if the input can show it, with the reason', async () => {
    const draft = await pastedDraft(entity, '甲\t许多\t\t也许');
    if (draft === null || draft === 'unclear') throw new Error('nothing was read');
    expect(Object.fromEntries(Object.entries(draft.unread).map(([name, { text }]) => [name, text]))).toEqual({
      count: '许多',
      wet: '也许',
    });
    expect(draft.unread['count']?.message).toMatch(/整数/);
    expect(draft.values).toMatchObject({ title: '甲', count: '许多', wet: false });
  });

  it('a paste into a form is refused if it contains no row, or if its quotes leave open where a cell ends', async () => {
    expect(await pastedDraft(entity, '只有一格')).toBeNull();
    expect(await pastedDraft(entity, ' \t3')).toBeNull();
    expect(await pastedDraft(entity, '"甲\t3"\t4')).toBe('unclear');
  });
});
