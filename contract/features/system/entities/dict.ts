import { defineEntity } from '@contract/entity';
import { flag, integer, ref, text } from '@contract/field';

/** 字典: a named list of values. */
export const dictionary = defineEntity({
  name: 'dict',
  path: 'api/dict',
  label: '字典',
  titleField: 'name',
  scope: 'platform',
  keyword: ['name', 'description'],
  fields: {
    name: text('名称', { required: true, unique: true, max: 50 }),
    description: text('描述', { max: 100 }),
  },
});

/** 字典详情: an entry, common to all organizations or of one organization. */
export const dictDetail = defineEntity({
  name: 'dictDetail',
  path: 'api/dictDetail',
  label: '字典详情',
  titleField: 'label',
  scope: 'shared',
  fields: {
    dict: ref('所属字典', { required: true, to: 'dict' }),
    label: text('字典标签', { required: true, max: 100 }),
    value: text('字典值', { required: true, max: 100 }),
    dictSort: integer('排序', { required: true, min: 0, max: 9999 }),
    disabled: flag('停用', { hint: '停用后表单中不再提供，已有数据仍显示其名称' }),
  },
  // The page sets the dictionary of the imported entries (importFixed).
  sheet: ['value', 'label', 'dictSort'],
  completed: ['dictSort'],
  lists: {
    value: { columnNames: ['代码', '编码', '字典代码', '值'] },
    label: {
      columnNames: ['名称', '标签', '字典名称', '含义', '业务类别', '项目类型', '检测类别', '业务类型', '项目类别'],
    },
    dictSort: { columnNames: ['顺序', '排序号'] },
  },
});
