// Texts of the grid itself. All other texts are part of its columns.
export const gridTexts = {
  selectPage: '选择本页全部',
  selectRow: (row: number) => `选择第${row}行`,
  resize: (title: string) => `调整列宽：${title}`,
  loading: '正在加载…',
  empty: '暂无数据',
} as const;
