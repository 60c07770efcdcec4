import { CloseCircleFilled } from '@ant-design/icons';

/** Lets a select be cleared. The label replaces antd's English name of the button. */
export const clearable = { clearIcon: <CloseCircleFilled />, label: '清除' };
