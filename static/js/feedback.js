// A short tick when a hand was saved, here or on another phone: loaded only on devices that asked for it.
import { readPreference } from "./preferences.js";

const PITCH = 880; // Hz
const LENGTH = 0.07; // s
const LONG = 0.9; // s
const VOLUME = 0.15;
const VIBRATION = 40; // ms

/** @type {AudioContext | null} */
let audio = null;
let shown = latest();

// Browsers let a page make a sound after the first touch only.
addEventListener("pointerdown", wakeAudio);
// The page is swapped as a whole or around a form; both change what the last save was.
new MutationObserver(compare).observe(document.body, {
  attributeFilter: ["data-latest"],
  childList: true,
  subtree: true,
});

function latest() {
  const main = document.querySelector("main[data-latest]");
  return main instanceof HTMLElement ? (main.dataset.latest ?? "") : "";
}

function compare() {
  const now = latest();
  if (!now || now === shown) return;
  shown = now;
  if (readPreference("sound")) playTick();
  if (readPreference("vibration") && "vibrate" in navigator) navigator.vibrate(VIBRATION);
}

function wakeAudio() {
  if (!readPreference("sound")) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
}

function playTick() {
  playTone(PITCH, LENGTH);
}

/** Two soft tones: the time of a round is over. */
export function playChime() {
  playTone(PITCH / 2, LONG);
  setTimeout(() => playTone(PITCH / 3, LONG), LONG * 500);
}

/**
 * @param {number} pitch
 * @param {number} length
 */
function playTone(pitch, length) {
  wakeAudio();
  if (!audio) return;
  const tone = new OscillatorNode(audio, { frequency: pitch });
  const volume = new GainNode(audio, { gain: VOLUME });
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + length);
}
