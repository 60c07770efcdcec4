// The operations on rows of any entity: reading, adding, changing, removing.
export type { OperationContext } from './operationContext';
export { listRows, findVisibleRows, findAll, getRow, shownRow } from './readRows';
export { organizationOfNewRow as ownerOf, insertDraft, insertRow, insertRows, addRow, reportWritten } from './addRows';
export { updateFromDraft, updateRow, editRow, resetRow, setStatus } from './changeRows';
export { deleteRows, removeRows, restoreRows } from './removeRows';
