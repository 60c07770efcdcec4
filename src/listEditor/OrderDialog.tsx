import { latePart } from '@/lib/latePart';
import type { OrderDialogProps } from './OrderForm';

export type { Ordered } from './OrderForm';

const OrderForm = latePart<OrderDialogProps>(async () => (await import('./OrderForm')).OrderForm);

/** Dialog 调整顺序. Its code is loaded when it first opens, so that lists without an order don't carry a dialog's code. */
export const OrderDialog = (props: OrderDialogProps) => <OrderForm wanted={props.open} {...props} />;
