import { deferredPart } from '@/lib/deferredPart';
import type { OrderDialogProps } from './OrderForm';

export type { Ordered } from './OrderForm';

const OrderForm = deferredPart<OrderDialogProps>(async () => (await import('./OrderForm')).OrderForm);

/** Dialog 调整顺序. Its code loads when it first opens, so that lists without an order do not load it. */
export const OrderDialog = (props: OrderDialogProps) => <OrderForm wanted={props.open} {...props} />;
