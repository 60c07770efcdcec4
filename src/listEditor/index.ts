// Public exports of the list editor.
export { abilitiesOf, isWritable, permissionFor, isClosedTo } from './listAbilities';
export { changeStatus } from './actions/changeStatus';
export { publishActions } from './actions/publishActions';
export { cancelRelation, relateAction } from './actions/relateRows';
export { distributeAction } from './actions/distributeRows';
export { resetRow } from './actions/resetRow';
export { ResetButton } from './actions/ResetButton';
export { useReset } from './actions/useReset';
export { runAction } from './actions/runAction';
export { RowFields } from './DetailDrawer';
export { OfferedInput } from './form/OfferedInput';
export { EditDialog } from './form/EditDialog';
export { useRowInAddress } from './form/useRowInAddress';
export { FilterBar } from './filters/FilterBar';
export { ListEditor } from './ListEditor';
export { ListTable } from './table/ListTable';
export { MasterDetail } from './MasterDetail';
export {
  type Action,
  type ActionContext,
  type CellProps,
  defineAction,
  definePage,
  type InputProps,
  type ListPage,
  type WriteRight,
} from './page';
export { type Ordered, OrderDialog } from './OrderDialog';
export { RowActions, type RowButton } from './table/RowActions';
export { ExportButton, Toolbar } from './Toolbar';
export { type ListEditorModel, useListEditor } from './useListEditor';
