import type { ListEditorModel } from './useListEditor';

/** Returns the number of rows in words; empty before the first answer, when the number is not known. */
export const totalText = ({ total, loading, error }: Pick<ListEditorModel, 'total' | 'loading' | 'error'>): string =>
  total === 0 && (loading || error) ? '' : `共${total.toLocaleString('zh-CN')}条`;
