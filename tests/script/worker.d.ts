/** What the server writes in front of the service worker. */
declare const SHELL: { release: string; files: string[]; shell: string; nothing: string };
