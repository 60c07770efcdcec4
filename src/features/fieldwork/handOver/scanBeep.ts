let audio: AudioContext | undefined;

/** Plays a high short tone for a counted sample, otherwise a low long one. Silent without audio support. */
export function beep(isGood: boolean): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = isGood ? 1320 : 220;
  volume.gain.value = 0.08;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + (isGood ? 0.08 : 0.4));
}
