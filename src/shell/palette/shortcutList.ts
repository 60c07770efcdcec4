import { keys } from './keyboardShortcuts';

/** All keyboard shortcuts beyond the browser's, by place. */
export const shortcuts: readonly {
  readonly title: string;
  readonly keys: readonly (readonly [key: string, does: string])[];
}[] = [
  {
    title: '任何页面',
    keys: [
      [keys.palette, '搜索菜单、单位、项目、样品、报告、批次和操作'],
      [keys.lock, '锁定屏幕'],
      [keys.help, '查看快捷键'],
      ['扫码枪', '打开样品或流转单所属的项目（光标不在输入框时）'],
      ['Tab / Shift+Tab', '下一个 / 上一个控件'],
      ['Esc', '关闭弹窗、抽屉或下拉框'],
    ],
  },
  {
    title: '标签栏',
    keys: [
      ['← →', '在标签之间移动'],
      ['Home / End', '第一个 / 最后一个标签'],
      ['Enter', '打开标签'],
      ['Delete', '关闭标签'],
      ['Ctrl+Shift+← →', '移动标签位置'],
      ['Shift+F10', '标签菜单'],
    ],
  },
  {
    title: '列表与表单',
    keys: [
      ['↑ ↓ ← →', '在表格单元格之间移动'],
      ['空格', '选中当前行'],
      ['Enter', '查询；打开当前行的内容'],
      ['Ctrl+Enter', '保存表单'],
      ['Ctrl+S', '保存'],
    ],
  },
];
