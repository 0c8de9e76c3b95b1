import { useSettings } from "../state/settings";

/** Short sounds of wood and paper, made on the spot by WebAudio: no file to load. Silent until the first gesture. */

export type Sound =
  | "deal"
  | "down"
  | "up"
  | "turn"
  | "uno"
  | "caught"
  | "plus"
  | "reverse"
  | "skip"
  | "trick"
  | "throw"
  | "declare"
  | "time"
  | "won"
  | "message";

let audio: AudioContext | null = null;

/** Browsers allow sound only after somebody touched the page. */
export function unlockSound(): void {
  const unlock = () => {
    audio ??= new AudioContext();
    void audio.resume();
  };
  window.addEventListener("pointerdown", unlock, { once: true });
  window.addEventListener("keydown", unlock, { once: true });
}

/** A wooden knock: a sine that falls quickly. */
function wood(at: number, pitch: number, loud: number, length = 0.09): void {
  if (!audio) return;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.72, at + length);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length + 0.02);
}

/** Paper on paper: filtered noise. */
function paper(at: number, pitch: number, loud: number, length = 0.07): void {
  if (!audio) return;
  const samples = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 2;
  const noise = audio.createBufferSource();
  noise.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.value = loud;
  noise.connect(filter).connect(gain).connect(audio.destination);
  noise.start(at);
}

const SCORES: Record<Sound, (at: number, v: number) => void> = {
  deal: (at, v) => paper(at, 3200, v * 0.25, 0.04),
  down: (at, v) => {
    paper(at, 1800, v * 0.7);
    wood(at + 0.01, 190, v * 0.35, 0.06);
  },
  up: (at, v) => paper(at, 2600, v * 0.5, 0.09),
  turn: (at, v) => {
    wood(at, 620, v * 0.5);
    wood(at + 0.13, 830, v * 0.5, 0.13);
  },
  uno: (at, v) => {
    wood(at, 740, v * 0.5);
    wood(at + 0.09, 740, v * 0.5);
    wood(at + 0.18, 990, v * 0.55, 0.15);
  },
  caught: (at, v) => {
    wood(at, 520, v * 0.5);
    wood(at + 0.1, 350, v * 0.5, 0.16);
  },
  plus: (at, v) => {
    wood(at, 330, v * 0.5, 0.12);
    wood(at + 0.1, 280, v * 0.5, 0.12);
  },
  reverse: (at, v) => {
    paper(at, 1200, v * 0.5, 0.12);
    paper(at + 0.1, 2400, v * 0.5, 0.12);
  },
  skip: (at, v) => wood(at, 460, v * 0.4, 0.18),
  trick: (at, v) => {
    paper(at, 1400, v * 0.5, 0.16);
    wood(at + 0.05, 560, v * 0.35, 0.1);
  },
  throw: (at, v) => {
    wood(at, 300, v * 0.5, 0.14);
    paper(at + 0.08, 900, v * 0.5, 0.18);
  },
  declare: (at, v) => {
    wood(at, 520, v * 0.45);
    wood(at + 0.1, 660, v * 0.45);
    wood(at + 0.2, 780, v * 0.45, 0.12);
  },
  time: (at, v) => {
    wood(at, 900, v * 0.4, 0.05);
    wood(at + 0.2, 900, v * 0.4, 0.05);
  },
  won: (at, v) => {
    for (const [i, pitch] of [523, 659, 784, 1046].entries()) wood(at + i * 0.08, pitch, v * 0.5, 0.14);
  },
  message: (at, v) => wood(at, 1100, v * 0.25, 0.05),
};

export function play(sound: Sound): void {
  const { muted, volume } = useSettings.getState();
  if (!audio || muted || volume === 0) return;
  SCORES[sound](audio.currentTime + 0.005, volume);
}
