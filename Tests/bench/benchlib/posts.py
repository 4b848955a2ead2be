"""Posts for when the kit is missing: engage pages, and long pages for the newest posts."""
import datetime
import json
import os
import random
import uuid

WORDS = """the a new for with your this week update release season match ticket order member offer city club stadium game score
photo video story team coach player final weekend early access sale ends today tomorrow preview recap highlights schedule""".split()
FOREIGN = "今週の試合結果 新しいお知らせ 🎉 👩‍💻 🇨🇦 cafe\u0301 नमस्ते مباراة اليوم משחק הערב 全角ＡＢＣ".split()
PAGE = 500
NEWEST = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)


def phrase(rng, size):
    words = FOREIGN + WORDS if rng.random() < 0.12 else WORDS
    text = ""
    while len(text) < size:
        text += rng.choice(words) + " "
    return text.strip()


def post(rng, i):
    name = str(uuid.UUID(int=rng.getrandbits(128), version=4))
    time = NEWEST - datetime.timedelta(minutes=17 * i, milliseconds=rng.randrange(1000))
    return {"id": name, "subject": f"#{i} " + phrase(rng, rng.randint(16, 78)), "previewText": phrase(rng, rng.randint(80, 200)),
            "receivedAt": time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03d}Z",
            "url": f"https://hub.example.test/p/{name}", "coverImageURL": None,
            "subscriptionID": f"sub-{rng.randrange(12):02d}", "isRead": rng.random() < 0.7}


def long_page(rng):
    parts = []
    while sum(map(len, parts)) < 16_000:
        parts.append(f"<h2>{phrase(rng, 30)}</h2><p>{phrase(rng, 400)} <a href='https://example.test/'>{phrase(rng, 12)}</a></p>"
                     f"<ul><li>{phrase(rng, 40)}</li><li>{phrase(rng, 40)}</li></ul>")
    return "<html><body>" + "\n".join(parts) + "</body></html>"


def write(folder, n, seed=7):
    rng = random.Random(seed)
    subscriptions = [{"id": f"sub-{k:02d}", "name": phrase(rng, 10), "description": "", "optIn": True,
                      "status": "published", "logoURL": None} for k in range(12)]
    os.makedirs(os.path.join(folder, "engage"))
    os.makedirs(os.path.join(folder, "html"))
    for first in range(0, n, PAGE):
        posts = [post(rng, i) for i in range(first, min(first + PAGE, n))]
        page = {"posts": posts, "included": {"subscriptions": subscriptions}, "nextCursor": f"c{first}",
                "hasMore": first + PAGE < n}
        with open(os.path.join(folder, "engage", f"page-{first // PAGE:05d}.json"), "w", encoding="utf-8") as f:
            json.dump(page, f, ensure_ascii=False, separators=(",", ":"))
    for k in range(32):
        with open(os.path.join(folder, "html", f"{k:02d}.html"), "w", encoding="utf-8") as f:
            f.write(long_page(rng))
