/** Texts of the templates, for client and server. */
export const templateTexts = {
  locked: '已发布或已停用的版本不能修改，请点击“修订”生成下一版草稿',
  kept: '已发布或已停用的版本不能删除，以便已编制的数据可追溯；不再使用时请点击“停用”',
  empty: '模板还没有内容，不能发布，请先填写内容',
  draftExists: (edition: number) => `第${edition}版草稿已在编制中，请继续编辑或先删除`,
  sameName: (name: string) => `模板“${name}”已存在，请换一个名称`,
  notPublished: '该模板尚未发布或已停用，请选择已发布的版本',
  inUse: (no: string) => `模板已被报告${no}使用，不能删除；请先在报告中改选模板`,
  saveFirst: '表格中有未保存的修改，请先保存再发布',
  moved: '不能移到另一个模板',
  published: '发布成功',
  retired: '停用成功',
  revised: (edition: number) => `已生成第${edition}版草稿`,
  confirmPublish: '发布后内容不能修改，同一模板之前的版本将停用。确定发布吗？',
  confirmRetire: '停用后不能再选用该模板，已采用该模板的数据不受影响。确定停用吗？',
} as const;

/** Formats an edition, e.g. 第3版. */
export const editionText = (edition: unknown): string =>
  edition === null || edition === undefined ? '' : `第${String(edition)}版`;
