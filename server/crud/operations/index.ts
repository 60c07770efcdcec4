// The operations on rows of any entity: reading, adding, changing, removing.
export type { Desk } from './desk';
export { listRows, find, findAll, getRow, shownRow } from './read';
export { ownerOf, storeNew, insertRow, insertRows, addRow } from './add';
export { storeChange, updateRow, editRow, resetRow, setStatus } from './change';
export { deleteRows, removeRows, restoreRows } from './remove';
