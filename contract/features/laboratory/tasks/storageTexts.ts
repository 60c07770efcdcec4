/** Texts about the storage places of samples. */
export const storageTexts = {
  act: '登记存放处',
  hint: '选择“房间与存放处”中的名称，也可以直接填写；不填则清除',
  stored: (count: number) => `已登记${count}个样品的存放处`,
  notHere: (no: string, state: string) => `样品${no}当前为“${state}”，不能登记存放处；接收后再登记`,
} as const;
