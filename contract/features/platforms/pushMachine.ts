import { platformDictionaries } from '@contract/dictionaries/platforms';
import { defineMachine, statesOf } from '@contract/workflow/machine';

// Push to a platform (PRODUCT §2, DOMAIN §7.8), moved by the outbox worker. The reason of a failure is the platform's
// answer, stored with the retry count.
export const pushMachine = defineMachine({
  name: 'push',
  label: '推送',
  initial: 'waiting',
  // A push in progress must stay equal to what was sent.
  states: statesOf(platformDictionaries.pushState, {
    pushing: { locked: true },
    succeeded: { locked: true, final: true },
    withdrawn: { final: true },
  }),
  moves: [
    { key: 'start', label: '开始推送', from: ['waiting'], to: 'pushing', by: ['system'] },
    { key: 'succeed', label: '推送成功', from: ['pushing'], to: 'succeeded', by: ['system'] },
    { key: 'fail', label: '推送失败', from: ['pushing'], to: 'failed', by: ['system'], needsReason: true },
    // Not delivered, to be tried again; or left by a worker that died.
    { key: 'release', label: '稍后重试', from: ['pushing'], to: 'waiting', by: ['system'], needsReason: true },
    { key: 'retry', label: '重新推送', from: ['failed'], to: 'waiting', by: ['reporter', 'admin'] },
    // Nothing has been sent yet.
    {
      key: 'cancel',
      label: '撤回',
      from: ['waiting', 'failed'],
      to: 'withdrawn',
      by: ['reporter', 'admin'],
      needsReason: true,
    },
    // The platform may have it, so it is asked to withdraw and has to agree.
    {
      key: 'recall',
      label: '向平台撤回',
      from: ['succeeded', 'failed', 'waiting'],
      to: 'waiting',
      by: ['reporter', 'admin'],
      needsReason: true,
    },
    // A person carried the file, or agreed with the platform, where it has no call for it.
    { key: 'handUploaded', label: '登记已上传', from: ['waiting'], to: 'succeeded', by: ['reporter', 'admin'] },
    {
      key: 'handTakenBack',
      label: '登记平台已撤回',
      from: ['succeeded', 'failed'],
      to: 'withdrawn',
      by: ['reporter', 'admin'],
      needsReason: true,
    },
    { key: 'sendBack', label: '平台退回', from: ['succeeded'], to: 'failed', by: ['system'], needsReason: true },
    { key: 'takenBack', label: '平台已撤回', from: ['pushing'], to: 'withdrawn', by: ['system'], needsReason: true },
    {
      key: 'again',
      label: '再次推送',
      from: ['withdrawn'],
      to: 'waiting',
      by: ['reporter', 'admin'],
      needsReason: true,
    },
  ],
});
