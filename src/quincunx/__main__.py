from quincunx.cli import main

if __name__ == "__main__":
    main(prog_name="quincunx")
